package io.agentservice.server.agent.loop;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.approvals.ApprovalGate;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.instructions.Guidance;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.session.StoreAwayException;
import io.agentservice.server.agent.loop.tools.Input;
import io.agentservice.server.agent.loop.tools.Outcome;
import io.agentservice.server.agent.loop.tools.Stopping;
import io.agentservice.server.agent.loop.tools.Tool;
import io.agentservice.server.agent.loop.tools.ToolContext;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import io.agentservice.server.agent.loop.tools.Toolbox;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Carries out a turn's calls: intent, machine, result, and the machine may forget. */
final class CallRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CallRunner.class);

  private final LoopSession session;
  private final Machine machine;
  private final Toolbox tools;
  private final GuardrailChecks guards;
  private final Supplier<Jobs> jobs;
  private final Runnable endedJobs;
  private final ApprovalGate gate;
  private final LongWaits waits;
  private final Guidance guidance;
  private final McpDesk mcp;
  private final Redactor redactor;
  private final LiveOutput live;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;

  /** {@code endedJobs} looks for jobs that are over. */
  record Bench(
      Machine machine,
      Toolbox tools,
      GuardrailChecks guards,
      Supplier<Jobs> jobs,
      Runnable endedJobs,
      ApprovalGate gate,
      LongWaits waits,
      Guidance guidance,
      McpDesk mcp) {}

  CallRunner(
      LoopSession session,
      Bench bench,
      Redactor redactor,
      LiveOutput live,
      StopSwitch stop,
      Consumer<List<LoopEvent>> log) {
    this.session = session;
    this.machine = bench.machine();
    this.tools = bench.tools();
    this.guards = bench.guards();
    this.jobs = bench.jobs();
    this.endedJobs = bench.endedJobs();
    this.gate = bench.gate();
    this.waits = bench.waits();
    this.guidance = bench.guidance();
    this.mcp = bench.mcp();
    this.redactor = redactor;
    this.live = live;
    this.stop = stop;
    this.log = log;
  }

  /** All of them, in order; those after one that ends the turn are not run. */
  void run(List<History.OpenCall> calls) {
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).intent() == null && stop.takeInterrupt()) {
        log.accept(List.of(new LoopEvent.Interrupted()));
        return;
      }
      try {
        if (runOne(calls.get(i), calls.subList(i + 1, calls.size()))) {
          return;
        }
      } catch (StopSwitch.InterruptedByPersonException e) { // nothing of it was begun
        log.accept(List.of(new LoopEvent.Interrupted()));
        return;
      }
      if (i + 1 < calls.size()) {
        endedJobs.run(); // what one call has stopped the next may start anew
      }
    }
  }

  /** True when the turn has ended with this call. */
  private boolean runOne(History.OpenCall open, List<History.OpenCall> later) {
    var use = open.use();
    var tool = tools.find(use.name());
    if (tool == null) {
      return refuse(use, tools.missing(use.name()));
    }
    if (!(use.input() instanceof ObjectNode input)) {
      return refuse(
          use,
          "The input was not a JSON object, or was cut off. Call "
              + use.name()
              + " again with a whole JSON object; split what is long.");
    }
    var passage = open.intent() == null ? gate.pass(use, input) : new ApprovalGate.Free();
    if (passage instanceof ApprovalGate.Refused refused) {
      return refuse(use, refused.why());
    }
    if (passage instanceof ApprovalGate.Withdrawn withdrawn) {
      return skip(open, later, withdrawn.why());
    }
    if (open.intent() == null) {
      mcp.prepare(use.name(), input);
    }
    var context = context(use);
    var intent = open.intent();
    Outcome outcome;
    try {
      if (intent == null) {
        // Judged first: preparing may read the machine.
        String id = Id.create(EventId.class).value();
        var verdict = verdict(tool, input, id);
        var withholding = verdict.withholding();
        if (withholding != null) {
          var kept = new LoopEvent.ToolIntent(use.id(), id, use.name(), input, null);
          return withhold(kept, verdict, withholding);
        }
        var facts = attempt(use, tool, false, () -> tool.prepare(new Input(input), context));
        var begun = new LoopEvent.ToolIntent(use.id(), id, use.name(), input, facts);
        log.accept(verdict.and(begun));
        intent = begun;
        outcome = carryOut(use, tool, begun, context, call -> tool.run(call, context));
      } else {
        var begun = intent;
        outcome = carryOut(use, tool, begun, context, call -> tool.recover(call, context));
      }
    } catch (ToolInputException e) {
      outcome = e.outcome();
    }
    boolean ended = write(use, outcome, later);
    if (intent != null && tool.journaled() && !(outcome.effect() instanceof Outcome.Start)) {
      machine.forget(List.of(intent.commandId()));
    }
    return ended;
  }

  private ToolContext context(Part.ToolUse use) {
    return new ToolContext(
        machine,
        redactor,
        session.files(),
        session.hosts(),
        jobs.get(),
        session.children(),
        guidance,
        waits.of(use.id()),
        mcp.clients(),
        piece -> live.toolOutput(session.id(), use.id(), piece));
  }

  private GuardrailChecks.Verdict verdict(Tool tool, ObjectNode input, String event) {
    var where = tool.speaks() ? Guardrail.Where.AGENT_MESSAGES : Guardrail.Where.COMMANDS;
    return guards.judge(where, GuardrailChecks.text(input), event);
  }

  /** The call stands in the log, and that it was not carried out; true when the turn has ended. */
  private boolean withhold(
      LoopEvent.ToolIntent call, GuardrailChecks.Verdict verdict, LoopEvent.GuardrailHit by) {
    var events = new ArrayList<LoopEvent>(List.of(call));
    events.addAll(verdict.hits());
    boolean ends = GuardrailChecks.suspends(by);
    events.add(
        ends
            ? GuardrailChecks.asleep(by)
            : new LoopEvent.ToolResult(
                call.callId(),
                List.of(
                    new Part.Text(
                        "[not run] The guardrail %s forbids this call: %s. Go another way, or ask the user."
                            .formatted(by.guardrailName(), by.reasoning()))),
                true,
                null,
                0,
                0,
                null));
    log.accept(events);
    return ends;
  }

  /** Tells a tool's failure to the model; stops and lost machines pass. */
  private <T extends @Nullable Object> T attempt(
      Part.ToolUse use, Tool tool, boolean ofAgent, Supplier<T> work) {
    try {
      return tool.waits() ? work.get() : ofAgent ? stop.work(work::get) : stop.wait(work::get);
    } catch (ToolInputException
        | StopSwitch.StoppedException
        | StopSwitch.InterruptedByPersonException
        | LongWaits.ReleasedException
        | MachineLostException
        | StaleEpochException
        | StoreAwayException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("tool failed session={} tool={}", session.id(), use.name(), e);
      throw new ToolInputException(
          "[internal error] The service failed in this call; whether it has taken effect is unknown."
              + " Check, and go another way: the same call would fail again.");
    }
  }

  /** When a person interrupts it, the turn ends with what has come of it by then. */
  private Outcome carryOut(
      Part.ToolUse use,
      Tool tool,
      LoopEvent.ToolIntent intent,
      ToolContext context,
      Function<Tool.Call, Outcome> how) {
    var call =
        new Tool.Call(intent.commandId(), new Input((ObjectNode) intent.input()), intent.facts());
    try {
      return attempt(use, tool, true, () -> how.apply(call));
    } catch (StopSwitch.InterruptedByPersonException e) {
      return attempt(use, tool, false, () -> cutOff(tool, call, context));
    }
  }

  private Outcome cutOff(Tool tool, Tool.Call call, ToolContext context) {
    var end = new Outcome.End(new LoopEvent.Interrupted());
    if (tool.waits()) {
      return Outcome.with(end, CallEndings.INTERRUPTED);
    }
    if (tool.journaled() && context.hasJobs()) {
      Stopping.stop(machine, call.commandId());
    } else if (tool.journaled()) {
      machine.signal(call.commandId(), "KILL");
    }
    var outcome = tool.recover(call, context);
    var content = new ArrayList<>(outcome.content());
    content.add(new Part.Text(CallEndings.INTERRUPTED));
    return new Outcome(content, outcome.error(), outcome.command(), end);
  }

  /** None of them is carried out; the turn goes on without them. */
  private boolean skip(History.OpenCall open, List<History.OpenCall> later, String why) {
    var results = new ArrayList<LoopEvent>(List.of(result(open.use(), Outcome.error(why))));
    later.forEach(call -> results.add(result(call.use(), Outcome.error(why))));
    log.accept(results);
    return true;
  }

  private boolean refuse(Part.ToolUse use, String why) {
    return write(use, Outcome.error(why), List.of());
  }

  private boolean write(Part.ToolUse use, Outcome outcome, List<History.OpenCall> later) {
    var events = new ArrayList<LoopEvent>();
    var denied = denied();
    events.add(result(use, outcome.and(denied.stream().map(CallRunner::words))));
    events.addAll(denied);
    events.addAll(PullRequestDetector.in(use, outcome));
    boolean ended = false;
    switch (outcome.effect()) {
      case Outcome.Say say -> events.addFirst(new LoopEvent.AgentMessage(use.id(), say.text()));
      case Outcome.Note note -> events.addFirst(new LoopEvent.OutputNoted(use.id(), note.output()));
      case Outcome.End end -> {
        ended = true;
        for (var open : later) {
          events.add(
              result(
                  open.use(),
                  Outcome.error(CallEndings.NOT_RUN + by(use, end) + " has ended the turn]")));
        }
        events.add(end.end());
      }
      case Outcome.Start start -> events.add(start.job());
      case Outcome.Learn learn -> events.add(learn.skill());
      case Outcome.PullRequest _ -> {} // told by its signs
      case null -> {}
    }
    if (!ended && !outcome.error()) {
      events.addAll(guidance.touched(place(use)));
    }
    log.accept(events);
    return ended;
  }

  private @Nullable String place(Part.ToolUse use) {
    var tool = tools.find(use.name());
    return tool != null && use.input() instanceof ObjectNode input
        ? tool.place(new Input(input))
        : null;
  }

  /** Of the network, since the last call. A name may hold what must not be seen. */
  private List<LoopEvent.NetworkDenied> denied() {
    return machine.denied().stream()
        .map(one ->
            new LoopEvent.NetworkDenied(
                redactor.mask(one.host()), one.port(), redactor.mask(one.reason()), one.tries()))
        .toList();
  }

  private static String words(LoopEvent.NetworkDenied denied) {
    return "network: connection to %s:%d was refused by the session's network policy: %s"
        .formatted(denied.host(), denied.port(), denied.reason());
  }

  private static String by(Part.ToolUse use, Outcome.End end) {
    return end.end() instanceof LoopEvent.Interrupted ? "the user" : use.name();
  }

  private static LoopEvent.ToolResult result(Part.ToolUse use, Outcome outcome) {
    var command = outcome.command();
    return command == null
        ? new LoopEvent.ToolResult(use.id(), outcome.content(), outcome.error(), null, 0, 0, null)
        : new LoopEvent.ToolResult(
            use.id(),
            outcome.content(),
            outcome.error(),
            command.exitCode(),
            command.durationMillis(),
            command.cutCharacters(),
            command.output());
  }
}
