package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Role;
import io.agentservice.llm.Tokens;
import io.agentservice.server.agent.loop.log.About;
import io.agentservice.server.agent.loop.log.Approvals;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.TurnEnd;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.base.events.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The agent's memory, a fold over the log. */
public final class History {
  /** A tool call without a result. {@code intent}: null when it has not been begun. */
  public record OpenCall(Part.ToolUse use, LoopEvent.@Nullable ToolIntent intent) {}

  private static final String NEW_START =
      "[From the service] The session goes on with a new start of its machine. Programs that you had started are gone; check that files are as you left them before you rely on it.";

  private final List<ChatMessage> messages = new ArrayList<>();
  private final List<Part> texts = new ArrayList<>();
  private final Map<String, Part.ToolResult> results = new HashMap<>();
  private final Map<String, LoopEvent.ToolIntent> intents = new HashMap<>();
  private List<Part.ToolUse> calls = List.of();
  private final Heard heard = new Heard();
  private final Repositories repositories = new Repositories();
  private final WorkTrees work = new WorkTrees();
  private final Deeds deeds = new Deeds();
  private final Jobs jobs = new Jobs();
  private final Approvals approvals = new Approvals();
  private final Instructions instructions = new Instructions();
  private final McpServers mcp = new McpServers();
  private @Nullable String model;
  private @Nullable TurnEnd end;
  private @Nullable String released;
  private boolean addressed;
  private boolean toldToCall;
  private long attachedEpoch = -1;
  private long characters;

  /** {@code witness} hears events but intents. Throws IllegalArgumentException. */
  public static History of(Consumer<Consumer<Event>> log, BiConsumer<LoopEvent, Instant> witness) {
    var history = new History();
    // Of intents, which repeat the model's turn, only those of the last turn can matter.
    var lastIntents = new ArrayList<Event>();
    log.accept(line -> history.read(line, lastIntents, witness));
    for (var line : lastIntents) {
      var intent = LoopEvents.read(line.type(), line.data());
      if (intent != null) {
        history.add(intent, line.epoch());
      }
    }
    return history;
  }

  private void read(Event line, List<Event> lastIntents, BiConsumer<LoopEvent, Instant> witness) {
    if (line.type().equals("tool_intent")) {
      lastIntents.add(line);
      return;
    }
    var event = LoopEvents.read(line.type(), line.data());
    if (event == null) {
      return;
    }
    if (event instanceof LoopEvent.ModelTurn) {
      lastIntents.clear();
    }
    add(event, line.epoch());
    witness.accept(event, line.createdAt());
  }

  public void add(LoopEvent event, long epoch) {
    addToParts(event);
    switch (event) {
      case LoopEvent.UserMessage message -> hear(message);
      case LoopEvent.ModelTurn turn -> answer(turn.parts());
      case LoopEvent.ModelChanged to -> change(to.model());
      case LoopEvent.Shortened how -> shorten(how);
      case LoopEvent.Summarized summary -> summarize(summary);
      case LoopEvent.ToolIntent intent -> intents.put(intent.callId(), intent);
      case LoopEvent.ToolResult result -> take(result);
      case LoopEvent.GuardrailHit hit -> withhold(hit);
      case LoopEvent.Nudge nudge -> {
        addText("[From the service] " + nudge.text());
        toldToCall |= nudge.about() == About.NO_CALL;
      }
      case LoopEvent.MachineAttached attached -> {
        if (attached.resumed()) {
          addText(NEW_START);
        }
        attachedEpoch = epoch;
      }
      case LoopEvent.RepositoryEvent news -> tell(repositories.news(news));
      case LoopEvent.JobEvent news -> tell(jobs.add(news));
      case LoopEvent.WorkEvent news -> tell(WorkTrees.news(news));
      case LoopEvent.GuidanceEvent news -> guide(instructions.news(news));
      case LoopEvent.McpServer news -> tell(McpServers.words(news));
      case LoopEvent.Waiting waiting -> {
        endWith(waiting);
        if (waiting.bound() != null && waiting.message() != null) {
          tell("You were stopped and the user was told: " + waiting.message());
        }
      }
      case LoopEvent.Interrupted interrupted -> {
        endWith(interrupted);
        tell("The user has interrupted you here.");
      }
      case TurnEnd other -> endWith(other);
      case LoopEvent.AgentMessage _,
          LoopEvent.GuardrailJudged _,
          LoopEvent.ApprovalRequested _,
          LoopEvent.ApprovalAnswered _,
          LoopEvent.Isolation _,
          LoopEvent.NetworkDenied _,
          LoopEvent.Divergence _,
          LoopEvent.ModelNews _,
          LoopEvent.OutputNoted _,
          LoopEvent.Released _,
          LoopEvent.PullRequestFound _ -> {}
    }
  }

  private void answer(List<Part> parts) {
    closeUserSide();
    if (!parts.isEmpty()) {
      messages.add(ChatMessage.assistant(parts));
    }
    calls = Shortening.toolUses(parts);
    toldToCall &= calls.isEmpty();
    intents.clear();
    characters += Tokens.characters(parts);
  }

  private void change(String to) {
    model = to;
    messages.replaceAll(ChatMessage::withoutThinking); // it has not written it
    recount();
  }

  /** What a session that is awake again goes on from without a message. */
  private static boolean passes(@Nullable TurnEnd end) {
    return end instanceof LoopEvent.LimitReached || end instanceof LoopEvent.Suspended;
  }

  private void addToParts(LoopEvent event) {
    if (event instanceof LoopEvent.MachineAttached && passes(end)) {
      end = null;
    }
    if (event instanceof LoopEvent.Released waits) {
      released = waits.callId();
    }
    repositories.add(event);
    work.add(event);
    deeds.add(event);
    approvals.add(event);
    instructions.add(event);
    mcp.add(event);
  }

  private void hear(LoopEvent.UserMessage message) {
    end = null;
    addressed = true;
    toldToCall = false;
    heard.add(message);
    addText(message.text());
    var attached = AttachedWords.of(message);
    if (!attached.isEmpty()) {
      addText(attached);
    }
  }

  /** In the place of the message and of what it brought stands that it is not there. */
  private void withhold(LoopEvent.GuardrailHit hit) {
    var message = heard.withhold(hit);
    if (message == null) {
      return;
    }
    texts.remove(new Part.Text(AttachedWords.of(message)));
    int place = texts.indexOf(new Part.Text(message.text()));
    if (place >= 0) {
      texts.set(
          place,
          new Part.Text(
              "[From the service] A message of the user was withheld by the guardrail %s."
                  .formatted(hit.guardrailName())));
    }
    recount();
  }

  /** The first message; null before it, and when it was withheld. */
  public @Nullable String opening() {
    return heard.opening();
  }

  /** Messages of users that no turn of the model has answered, but for those that are withheld. */
  public List<LoopEvent.UserMessage> unseen() {
    return heard.unseen();
  }

  public List<LoopEvent.AttachedFile> files() {
    return heard.files();
  }

  private void take(LoopEvent.ToolResult result) {
    results.put(
        result.callId(), new Part.ToolResult(result.callId(), result.content(), result.error()));
    characters += Tokens.characters(result.content());
  }

  private void summarize(LoopEvent.Summarized summary) {
    var shorter = Shortening.summarize(List.copyOf(messages), summary, deeds.words());
    messages.clear();
    messages.addAll(shorter);
    recount();
  }

  private void shorten(LoopEvent.Shortened how) {
    var shorter = Shortening.shorten(messages, how);
    messages.clear();
    messages.addAll(shorter);
    if (how.kept() == 0) {
      results.replaceAll(
          (_, result) -> (Part.ToolResult) Shortening.shorten(result, Role.USER, how));
      texts.replaceAll(text -> Shortening.shorten(text, Role.USER, how));
    }
    recount();
  }

  public List<ChatMessage> messages() {
    var all = new ArrayList<>(messages);
    append(all, userSide());
    return all;
  }

  /** What a summary would replace; empty when it would help nothing. */
  public List<ChatMessage> toSummarize(int kept) {
    return List.copyOf(messages.subList(0, Shortening.tail(messages, kept)));
  }

  /** How many characters an event would save. */
  public long savedBy(LoopEvent.Shortened how) {
    var after = new History();
    after.messages.addAll(messages);
    after.results.putAll(results);
    after.calls = calls;
    after.texts.addAll(texts);
    after.recount();
    long before = after.characters;
    after.add(how, 0);
    return before - after.characters;
  }

  /** Calls of the last turn that have no result, in the model's order. */
  public List<OpenCall> openCalls() {
    return calls.stream()
        .filter(use -> !results.containsKey(use.id()))
        .map(use -> new OpenCall(use, intents.get(use.id())))
        .toList();
  }

  /** Whether there is nothing to do before the next message. */
  public boolean idle() {
    return end != null || !addressed;
  }

  /** What has become of the session's repositories. */
  public Repositories repositories() {
    return repositories;
  }

  /** How the work trees of the machine stand. */
  public WorkTrees work() {
    return work;
  }

  /** The commands in the background. */
  public Jobs jobs() {
    return jobs;
  }

  /** The MCP servers and their tools. */
  public McpServers mcp() {
    return mcp;
  }

  /** What people were asked to approve. */
  public Approvals approvals() {
    return approvals;
  }

  /** What it goes by, beside people's words. */
  public Instructions instructions() {
    return instructions;
  }

  /** The one that is asked since the model was last changed; null: it never was. */
  public @Nullable String model() {
    return model;
  }

  /** Whether the session has slept while that call waited. */
  public boolean released(String callId) {
    return callId.equals(released);
  }

  /** How the last turn ended; null while one goes on. */
  public @Nullable TurnEnd end() {
    return end;
  }

  /** Whether the model was told, since it called a tool or a person spoke, to call one. */
  public boolean toldToCall() {
    return toldToCall;
  }

  /** Whether the machine had been attached under another epoch, and none was under this one. */
  public boolean resumedBy(long epoch) {
    return attachedEpoch >= 0 && attachedEpoch != epoch;
  }

  /** Size of the conversation, about; a picture counts as what it costs. */
  long characters() {
    return characters;
  }

  /** What the turn left open stays undone, whatever comes later. */
  private void endWith(TurnEnd turnEnd) {
    toldToCall = false;
    end = turnEnd;
    openCalls().forEach(open -> results.put(open.use().id(), notRun(open.use().id())));
  }

  private static Part.ToolResult notRun(String callId) {
    // Providers refuse a conversation in which a call stays without an answer.
    return Part.ToolResult.text(callId, "[not run: the turn ended before it]", true);
  }

  private void tell(@Nullable String news) {
    if (news != null) {
      addText("[From the service] " + news);
    }
  }

  private void guide(@Nullable String words) {
    if (words != null) {
      addText(Shortening.GUIDANCE + words);
    }
  }

  private void addText(String text) {
    texts.add(new Part.Text(text));
    characters += text.length();
  }

  private void recount() {
    characters =
        messages.stream().mapToLong(message -> Tokens.characters(message.parts())).sum()
            + Tokens.characters(userSide());
  }

  private void closeUserSide() {
    append(messages, userSide());
    results.clear();
    texts.clear();
    heard.answered();
    calls = List.of();
  }

  private List<Part> userSide() {
    var parts = new ArrayList<Part>();
    calls.forEach(call -> parts.add(results.getOrDefault(call.id(), notRun(call.id()))));
    parts.addAll(texts);
    return parts;
  }

  /** Two messages of the user's side in a row become one. */
  private static void append(List<ChatMessage> messages, List<Part> userSide) {
    if (userSide.isEmpty()) {
      return;
    }
    var parts = new ArrayList<Part>();
    if (!messages.isEmpty() && messages.getLast().role() == Role.USER) {
      parts.addAll(messages.removeLast().parts());
    }
    parts.addAll(userSide);
    messages.add(new ChatMessage(Role.USER, parts));
  }
}
