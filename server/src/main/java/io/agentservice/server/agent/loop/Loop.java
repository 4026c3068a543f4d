package io.agentservice.server.agent.loop;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Stop;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.approvals.ApprovalGate;
import io.agentservice.server.agent.loop.changes.Changes;
import io.agentservice.server.agent.loop.changes.Restore;
import io.agentservice.server.agent.loop.checkout.Checkout;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.history.Limits;
import io.agentservice.server.agent.loop.history.PrefixWatch;
import io.agentservice.server.agent.loop.instructions.Guidance;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.model.AskedModel;
import io.agentservice.server.agent.loop.model.ContextWindow;
import io.agentservice.server.agent.loop.model.Conversation;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.ModelCalls;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.model.StopSwitch.InterruptedByPersonException;
import io.agentservice.server.agent.loop.model.StopSwitch.StoppedException;
import io.agentservice.server.agent.loop.session.LoopBrief;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.LoopSettings;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.FinishTool;
import io.agentservice.server.agent.loop.tools.Toolbox;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session's agent on one connection, for one run. Blocking; one thread but for {@link #stop}. */
public final class Loop {
  /** Why a run is over. */
  public enum ExitReason {
    /** The machine's connection has ended; the log says how to go on. */
    MACHINE_LOST,
    /** The session has a newer epoch, sleeps or has ended. */
    SUPERSEDED,
    STOPPED,
    /** The session sleeps or has ended by what the loop wrote: a limit, a failure, a long wait. */
    ENDED
  }

  /** In the place of what a guardrail has kept back. */
  private static final String UNSAID = "[withheld by a guardrail]";

  private final LoopSession session;
  private final Machine machine;
  private final AskedModel asked;
  private final LoopSettings settings;
  private final LiveOutput live;
  private final StopSwitch stop = new StopSwitch();
  private final Limits limits;
  private final PrefixWatch prefix = new PrefixWatch();
  private final Redactor redactor;
  private final Toolbox tools;
  private final GuardrailChecks guards;
  private final GuardedMessages guardedMessages;
  private final LoopBrief brief;
  private final AttachedFiles attached;
  private final Checkout checkout;
  private final Changes changes;
  private final EndedJobs endedJobs;
  private final Restore restore;
  private final Guidance guidance;
  private final Interruptions interruptions;
  private final McpDesk mcp;
  private History history;
  private @Nullable Conversation conversation;

  /** {@code models} is asked before the first call and may throw {@code LlmException}. */
  public Loop(
      LoopSession session, Machine machine, Models models, LoopSettings settings, LiveOutput live) {
    this.session = session;
    this.machine = machine;
    this.settings = settings;
    this.live = live;
    this.history = new History();
    this.limits = new Limits(settings.limits());
    this.brief = session.brief();
    this.redactor = brief.redactor();
    this.asked = new AskedModel(models, () -> history, redactor::mask, events -> record(events));
    this.tools =
        new Toolbox(
            new FinishTool(
                brief.structuredOutputSchema(),
                brief.outputRequired(),
                session.children().offered()),
            machine.hello().capabilities(),
            brief.oneTimeCodes(),
            brief.linked(),
            brief.lookups(),
            !brief.repos().isEmpty(),
            () -> history.mcp());
    this.guards =
        new GuardrailChecks(
            brief.guardrails(), new Judge(session, models, stop, redactor, this::record));
    this.guardedMessages = new GuardedMessages(guards, events -> record(events));
    this.attached = new AttachedFiles(session.files(), machine);
    this.checkout =
        new Checkout(session.id(), machine, redactor, live, stop, events -> record(events));
    this.changes = new Changes(session, machine, redactor, stop);
    this.interruptions = new Interruptions(session, stop);
    this.endedJobs =
        new EndedJobs(machine, () -> history.jobs(), redactor, stop, events -> record(events));
    this.guidance = new Guidance(session, machine, redactor, stop, () -> history);
    this.restore = new Restore(session, machine, stop, events -> record(events));
    this.mcp =
        new McpDesk(
            session,
            machine,
            () -> history,
            stop,
            redactor,
            settings.mcp(),
            events -> record(events));
  }

  /** Drives the session until nothing is left to do, also while the agent waits for a person. */
  public ExitReason run() {
    try (interruptions;
        changes) {
      return begin() ? drive() : ExitReason.ENDED;
    } catch (StoppedException e) {
      return ExitReason.STOPPED;
    } catch (StaleEpochException e) {
      return ExitReason.SUPERSEDED;
    } catch (MachineLostException e) {
      return ExitReason.MACHINE_LOST;
    } catch (LongWaits.ReleasedException e) {
      return ExitReason.ENDED;
    }
  }

  /** Ends the run soon; what runs on the machine goes on there. Returns at once. Any thread. */
  public void stop() {
    stop.stop();
  }

  /** A person may have interrupted the agent; any thread. */
  void interrupt() {
    interruptions.look();
  }

  /** Takes up the log where it ends; false when that can't be done. */
  private boolean begin() {
    try {
      history = History.of(session::history, this::observe);
      prefix.reread();
    } catch (IllegalArgumentException e) {
      record(List.of(new LoopEvent.Failure("state_lost", "the session's log can't be read")));
      return false;
    }
    interruptions.start();
    var hello = machine.hello();
    var arrival = Arrival.of(hello, history.resumedBy(session.epoch()));
    record(arrival);
    if (arrival.getLast() instanceof LoopEvent.TurnEnd) {
      return false;
    }
    mcp.stopEarlier();
    Arrival.forgetSettled(machine, history);
    endedJobs.look();
    if (history.openCalls().isEmpty() || checkOut()) {
      calls().run(history.openCalls());
    }
    return true;
  }

  /** Has the session's repositories on the machine; false when a person is asked about some. */
  private boolean checkOut() {
    var known = history.repositories();
    boolean due =
        brief.repos().stream().anyMatch(name -> !name.isBlank() && !known.isSettled(name));
    boolean there = !due || checkout.run(session.checkouts(), known, judgedBrief().title());
    if (there) {
      restore.run(history.work());
    }
    return there;
  }

  private ExitReason drive() {
    while (true) {
      stop.check();
      boolean rested = history.idle();
      if (stop.takeInterrupt() && !rested) {
        record(List.of(new LoopEvent.Interrupted()));
      }
      var messages = session.deliver();
      messages.forEach(this::learn);
      interruptions.answered(!messages.isEmpty());
      if (!guardedMessages.judge(history, rested)) {
        return ExitReason.ENDED;
      }
      endedJobs.look();
      if (history.idle()) {
        if (!awaitMessage()) {
          return ExitReason.MACHINE_LOST;
        }
      } else if (checkOut() && !step()) {
        return ExitReason.ENDED;
      }
    }
  }

  /** One turn of the model and what it asks for; false when the session stops running with it. */
  private boolean step() {
    var verdict = limits.verdict(settings.clock().instant());
    if (verdict != null) {
      record(List.of(verdict));
    }
    if (!history.idle()) {
      placeFiles();
      mcp.list();
      record(changes.begin(history.work(), history.files()));
      changes.beginToKeep(history.work(), history.files());
      ask();
    }
    return switch (history.end()) {
      case LoopEvent.LimitReached _, LoopEvent.Suspended _, LoopEvent.Failure _ -> false;
      case LoopEvent.Waiting _, LoopEvent.Finished _, LoopEvent.Interrupted _ -> true;
      case null -> true;
    };
  }

  private void placeFiles() {
    var failures = stop.wait(() -> attached.place(history.files()));
    if (!failures.isEmpty()) {
      record(List.of(new LoopEvent.Nudge(String.join("\n", failures))));
    }
  }

  private void ask() {
    Conversation with;
    try {
      with = converse();
    } catch (LlmException e) {
      asked.end(ModelCalls.suspended(e, String.valueOf(e.getMessage())));
      return;
    }
    var answered = askedOf(with);
    if (answered != null) {
      boolean recorded = with.model().llm() instanceof ReplayLlm;
      take(answered, recorded, with.model());
    }
  }

  private ModelCalls.Result.@Nullable Answered askedOf(Conversation with) {
    try {
      return with.ask();
    } catch (InterruptedByPersonException e) {
      record(List.of(new LoopEvent.Interrupted()));
      return null;
    }
  }

  private LoopBrief judgedBrief() {
    return guards.judged(brief, history.opening());
  }

  /** With the session's model as it is now. */
  private Conversation converse() {
    var model = asked.get();
    var known = conversation;
    var with = known != null && known.model().equals(model) ? known : converse(model);
    conversation = with;
    return with;
  }

  private Conversation converse(Model model) {
    record(guidance.begin(model.limits().window()));
    String system = redactor.mask(SystemPrompt.of(judgedBrief(), machine.hello(), history));
    boolean skills = guidance.any();
    var calls =
        new ModelCalls(
            model.llm(),
            settings,
            stop,
            guards.withholdWords() ? live.withoutWords() : live,
            session.id(),
            redactor,
            this::record,
            asked::hasStandIn);
    return new Conversation(
        session,
        model,
        calls,
        new ContextWindow(model.limits(), settings.maxOutputTokens()),
        at -> new Prompt(system, history.messages(), tools.specs(at.window(), skills), at.output()),
        () -> history,
        this::record,
        asked,
        prefix);
  }

  private void take(ModelCalls.Result.Answered answered, boolean recorded, Model model) {
    var reply = answered.reply();
    record(changes.kept());
    boolean speaks = reply.toolUses().isEmpty() && reply.stop() != Stop.REFUSED;
    var verdict =
        guards.judge(
            Where.AGENT_MESSAGES, speaks ? reply.text() : "", Id.create(EventId.class).value());
    var withholding = verdict.withholding();
    var parts = withholding == null ? reply.parts() : List.<Part>of(new Part.Text(UNSAID));
    var events = new ArrayList<LoopEvent>();
    events.add(answered.turn(parts, model.price()));
    events.addAll(verdict.hits());
    reply.divergences().forEach(text -> events.add(new LoopEvent.Divergence(text)));
    events.addAll(SilentTurn.of(reply, withholding, recorded, brief, history));
    record(events);
    calls().run(history.openCalls());
  }

  /** False when the machine went away meanwhile. */
  private boolean awaitMessage() {
    while (machine.connected()) {
      if (session.awaitMessage(settings.messagePoll(), stop::wait)) {
        return true;
      }
      endedJobs.look();
    }
    return false;
  }

  /** The one way into the log: nothing is written, or seen by the model, that is not masked. */
  private void record(List<? extends LoopEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    var all = new ArrayList<LoopEvent>();
    if (events.stream().anyMatch(LoopEvent.TurnEnd.class::isInstance)) {
      record(changes.kept());
      all.addAll(changes.save(history.work(), history.files())); // people find it with the end
    }
    all.addAll(events);
    var masked = new ArrayList<LoopEvent>();
    for (var event : all) {
      var told = redactor == Redactor.NONE ? event : LoopEvents.mapTexts(event, redactor::mask);
      masked.add(LoopEvents.asRead(told));
    }
    session.append(masked);
    masked.forEach(this::learn);
  }

  private void learn(LoopEvent event) {
    history.add(event, session.epoch());
    observe(event, settings.clock().instant());
  }

  private void observe(LoopEvent event, Instant at) {
    limits.observe(event, at);
    prefix.add(event);
  }

  private CallRunner calls() {
    var gate =
        new ApprovalGate(
            session,
            machine,
            () -> history,
            stop,
            this::record,
            this::learn,
            settings.messagePoll());
    var waits =
        new LongWaits(
            session, stop, settings.waitHold(), () -> history, endedJobs, changes, this::record);
    var bench =
        new CallRunner.Bench(
            machine,
            tools,
            guards,
            () -> history.jobs(),
            endedJobs::look,
            gate,
            waits,
            guidance,
            mcp);
    return new CallRunner(session, bench, redactor, live, stop, this::record);
  }
}
