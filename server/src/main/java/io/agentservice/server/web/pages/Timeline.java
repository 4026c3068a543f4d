package io.agentservice.server.web.pages;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Lines;
import io.agentservice.server.web.pages.html.Words;
import io.agentservice.wire.costs.Cost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The items of a session's timeline, event by event; a later item replaces one of the same id. */
final class Timeline {
  /** The place of what the model is writing just now. */
  static final String WRITING = "writing";

  /** What the ids of jobs begin with: they stand in a list of their own while they run. */
  static final String JOB = "job-";

  /** Characters of a message that a page shows: one may have a mebibyte, and steps follow it. */
  private static final int SHOWN = 8_000;

  private final SessionId session;

  /** By the model's id of the call. */
  private final Map<String, Call> calls = new HashMap<>();

  /** By the repository. */
  private final Map<String, Begun> checkouts = new HashMap<>();

  Timeline(SessionId session) {
    this.session = session;
  }

  /** Ids of the items of jobs that run. */
  private final Set<String> jobs = new LinkedHashSet<>();

  /** An element of the page; empty markup takes it away. */
  record Item(String id, Html html) {}

  private record Call(String itemId, Part.ToolUse use) {}

  private record Begun(String commandId, String itemId) {}

  /** What the event adds or replaces, in order; often nothing. */
  List<Item> add(Event event) {
    LoopEvent known;
    try {
      known = LoopEvents.read(event.type(), event.data());
    } catch (IllegalArgumentException e) {
      return List.of(note(event, "problem", "An entry that this version can't read"));
    }
    return known == null ? other(event) : items(event, known);
  }

  private List<Item> other(Event event) {
    var data = Json.MAPPER.readTree(event.data());
    return switch (event.type()) {
      case "status" -> status(event, data);
      case "network_policy" -> List.of(note(event, "status", data.path("text").asString("")));
      default -> List.of();
    };
  }

  /** No job outlives the time on its machine. */
  private List<Item> status(Event event, JsonNode data) {
    String status = data.path("status").asString("");
    var items = new ArrayList<Item>();
    items.add(note(event, "status", Words.status(status, data.path("status_detail").asString(""))));
    if (!status.equals(Status.RUNNING.word())) {
      jobs.forEach(id -> items.add(new Item(id, Html.NONE)));
      jobs.clear();
    }
    return items;
  }

  private List<Item> job(Event event, LoopEvent.JobEvent job) {
    String id = JOB + job.commandId();
    return switch (job) {
      case LoopEvent.JobStarted started -> {
        jobs.add(id);
        yield List.of(
            new Item(
                id,
                Html.of(
                    "<li id=\"{}\"><b>{}</b> runs since {} <code>{}</code></li>",
                    id,
                    started.job(),
                    Words.clock(event.createdAt()),
                    started.command())));
      }
      case LoopEvent.JobEnded ended -> {
        jobs.remove(id);
        boolean well = Objects.equals(ended.exitCode(), 0) || ended.outcome().equals("killed");
        yield List.of(
            new Item(id, Html.NONE), note(event, well ? "status" : "problem", Words.job(ended)));
      }
    };
  }

  private List<Item> items(Event event, LoopEvent known) {
    return switch (known) {
      case LoopEvent.MachineAttached machine -> List.of(attached(event, machine));
      case LoopEvent.Isolation isolation -> List.of(note(event, "status", Words.of(isolation)));
      case LoopEvent.UserMessage(String id, String text, String name, _, _) ->
          List.of(
              message(
                  session, id, name == null ? "User" : name, text, Words.clock(event.createdAt())));
      case LoopEvent.AgentMessage(_, String text) -> List.of(said(event, text));
      case LoopEvent.ModelTurn turn -> turn(event, turn);
      case LoopEvent.ModelAway away -> List.of(note(event, "problem", Words.modelAway(away)));
      case LoopEvent.Shortened _ ->
          List.of(
              note(event, "status", "Old messages are shown to the model in short from here on"));
      case LoopEvent.Summarized summary -> List.of(note(event, "status", Words.of(summary)));
      case LoopEvent.ToolIntent intent -> intent(event, intent);
      case LoopEvent.ToolResult result -> result(event, result);
      case LoopEvent.PullRequestFound(String url, boolean takenOver) ->
          List.of(note(event, "status", (takenOver ? "Pushed to " : "Pull request: ") + url));
      case LoopEvent.RepositoryEvent repository -> List.of(repository(event, repository));
      case LoopEvent.WorkEvent work -> work(event, work);
      case LoopEvent.JobEvent job -> job(event, job);
      case LoopEvent.Released released -> List.of(note(event, "status", Words.released(released)));
      case LoopEvent.Divergence(String text) ->
          List.of(note(event, "problem", "Differs from the transcript: " + text));
      case LoopEvent.GuardrailHit hit ->
          List.of(
              note(
                  event,
                  hit.withholds() ? "problem" : "status",
                  "Guardrail %s (%s): %s"
                      .formatted(hit.guardrailName(), hit.action(), hit.reasoning())));
      case LoopEvent.GuardrailJudged _, LoopEvent.OutputNoted _, LoopEvent.ModelInterrupted _ ->
          List.of();
      case LoopEvent.ApprovalRequested asked ->
          List.of(
              item(
                  event,
                  "approval",
                  ApprovalPart.asked(session, asked, Words.clock(event.createdAt()))));
      case LoopEvent.ApprovalAnswered answered ->
          List.of(note(event, "status", ApprovalPart.answered(answered)));
      case LoopEvent.Interrupted _ -> interrupted(event);
      case LoopEvent.Nudge nudge -> List.of(note(event, "status", nudge.text()));
      case LoopEvent.Waiting waiting ->
          waiting.message() == null || waiting.message().isBlank()
              ? List.of()
              : List.of(said(event, waiting.message()));
      case LoopEvent.Finished(String summary, JsonNode output) ->
          List.of(finished(event, summary, output));
      case LoopEvent.LimitReached limit -> List.of(note(event, "problem", limit.reason()));
      case LoopEvent.Suspended asleep -> List.of(note(event, "problem", asleep.reason()));
      case LoopEvent.Failure failure -> List.of(note(event, "problem", failure.reason()));
    };
  }

  private static Item attached(Event event, LoopEvent.MachineAttached machine) {
    return note(
        event,
        "status",
        "%s: %s, in %s, %s"
            .formatted(
                machine.resumed() ? "Another machine took over" : "Machine connected",
                machine.platform(),
                machine.cwd(),
                machine.walls() == null ? "no wall around it" : "walled in"));
  }

  /** What the model was writing is not to stay. */
  private static List<Item> interrupted(Event event) {
    return List.of(
        new Item(WRITING, Html.NONE), note(event, "status", "The agent was interrupted"));
  }

  private List<Item> turn(Event event, LoopEvent.ModelTurn turn) {
    var items = new ArrayList<Item>();
    items.add(new Item(WRITING, Html.NONE));
    var said = new ArrayList<Html>();
    for (Part part : turn.parts()) {
      switch (part) {
        case Part.Text(String text) -> said.add(Html.of("<div class=\"text\">{}</div>", text));
        case Part.Thinking(String text, _) -> {
          if (!text.isBlank()) {
            said.add(
                Html.of(
                    "<details class=\"thought\"><summary>Thought</summary><div class=\"text\">{}</div></details>",
                    text));
          }
        }
        case Part.ToolUse use -> calls.put(use.id(), new Call(itemId(event, use), use));
        case Part.Image _, Part.RedactedThinking _, Part.ToolResult _ -> {}
      }
    }
    items.add(
        item(
            event,
            "turn",
            Html.of(
                "<header><b>Agent</b><span class=\"cost\">{}</span>{}</header>{}",
                cost(turn),
                Words.clock(event.createdAt()),
                Html.join(said))));
    turn.parts().stream()
        .filter(Part.ToolUse.class::isInstance)
        .forEach(part -> items.addAll(call(event, ((Part.ToolUse) part).id(), false, null)));
    return items;
  }

  private static String cost(LoopEvent.ModelTurn turn) {
    return "%s · %,d + %,d tokens · %s · %s"
        .formatted(
            turn.model(),
            turn.usage().promptTokens(),
            turn.usage().outputTokens(),
            Words.millis(turn.durationMillis()),
            Cost.dollars(turn.dollars()));
  }

  private static List<Item> work(Event event, LoopEvent.WorkEvent work) {
    return switch (work) {
      case LoopEvent.WorkBegun _, LoopEvent.WorkSaved _ -> List.of();
      case LoopEvent.WorkRestored restored ->
          List.of(
              note(
                  event,
                  restored.failure() == null ? "status" : "problem",
                  Words.restored(restored)));
      case LoopEvent.WorkUnknown(String reason) -> List.of(note(event, "problem", reason));
      case LoopEvent.WorkChanged changed ->
          List.of(
              item(
                  event,
                  "note status",
                  Html.of(
                      "{}{} {}",
                      Words.changes(changed),
                      Calls.download(changed.url()),
                      Words.clock(event.createdAt()))));
    };
  }

  /** What has come of a checkout takes the place of the line that tells of its beginning. */
  private Item repository(Event event, LoopEvent.RepositoryEvent repository) {
    boolean failed = repository instanceof LoopEvent.RepositoryUnavailable;
    var begun = checkouts.remove(repository.repository());
    String id = begun == null ? "e" + event.seq() : begun.itemId();
    var live = Html.NONE;
    if (repository instanceof LoopEvent.RepositoryCheckout now) {
      checkouts.put(now.repository(), new Begun(now.commandId(), id));
      live = Calls.live(true);
    }
    var html =
        Html.of("{} {}{}", Words.repository(repository), Words.clock(event.createdAt()), live);
    return item(id, failed ? "note problem" : "note status", html);
  }

  private List<Item> intent(Event event, LoopEvent.ToolIntent intent) {
    return call(event, intent.callId(), true, null);
  }

  private List<Item> result(Event event, LoopEvent.ToolResult result) {
    var items = call(event, result.callId(), false, result);
    calls.remove(result.callId()); // its input may be large, and there are many
    return items;
  }

  private List<Item> call(
      Event event, String callId, boolean running, LoopEvent.@Nullable ToolResult result) {
    var call = calls.get(callId);
    if (call == null || !Calls.isShown(call.use(), result)) {
      return List.of();
    }
    var html = Calls.show(call.use(), running, result, Words.clock(event.createdAt()));
    return List.of(
        new Item(
            call.itemId(), Html.of("<li id=\"{}\" class=\"step\">{}</li>", call.itemId(), html)));
  }

  /** The item of a call or a checkout that runs; null when the log has no such one. */
  @Nullable String itemOf(String id) {
    var call = calls.get(id);
    return call != null
        ? call.itemId()
        : checkouts.values().stream()
            .filter(begun -> begun.commandId().equals(id))
            .map(Begun::itemId)
            .findFirst()
            .orElse(null);
  }

  private static String itemId(Event event, Part.ToolUse use) {
    return "e" + event.seq() + "-" + Integer.toHexString(use.id().hashCode());
  }

  /** A message as it was sent, until the agent has taken it into the log. */
  static Item message(SessionId session, Message message) {
    String name = message.username() == null ? "User" : message.username();
    boolean waits = message.delivery().equals("queued");
    var time =
        Html.of(
            "{}{}",
            waits ? Html.of("<em>queued</em>") : Html.NONE,
            Words.clock(message.createdAt()));
    return message(session, message.eventId(), name, message.message(), time);
  }

  private static Item message(
      SessionId session, String eventId, String name, String text, Html time) {
    String id = "m-" + eventId;
    int shown = text.offsetByCodePoints(0, Math.min(SHOWN, text.codePointCount(0, text.length())));
    var rest =
        shown == text.length()
            ? Html.NONE
            : Html.of(
                "<p class=\"hint\">{} more characters: <a href=\"/sessions/{}/messages/{}\">the whole message</a></p>",
                "%,d".formatted(text.length() - shown),
                session.hex(),
                eventId);
    return new Item(
        id,
        Html.of(
            "<li id=\"{}\" class=\"user\"><header><b>{}</b>{}</header><div class=\"text\">{}</div>{}</li>",
            id,
            name,
            time,
            text.substring(0, shown),
            rest));
  }

  private static Item said(Event event, String text) {
    return item(
        event,
        "said",
        Html.of(
            "<header><b>Agent</b>{}</header><div class=\"text\">{}</div>",
            Words.clock(event.createdAt()),
            text));
  }

  private static Item finished(Event event, String summary, @Nullable JsonNode output) {
    return item(
        event,
        "finished",
        Html.of(
            "<header><b>Finished</b>{}</header><div class=\"text\">{}</div>{}",
            Words.clock(event.createdAt()),
            summary,
            output == null ? Html.NONE : Lines.block(output.toPrettyString())));
  }

  private static Item note(Event event, String kind, String text) {
    return item(event, "note " + kind, Html.of("{} {}", text, Words.clock(event.createdAt())));
  }

  private static Item item(Event event, String kind, Html content) {
    return item("e" + event.seq(), kind, content);
  }

  private static Item item(String id, String kind, Html content) {
    return new Item(id, Html.of("<li id=\"{}\" class=\"{}\">{}</li>", id, kind, content));
  }
}
