package io.agentservice.server.agent.loop;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.approvals.ApprovalGate;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.instructions.Guidance;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.Abreast;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out a turn's calls: intent, machine, result, and the machine may forget. One after the
 * other, but for those that only read (ADR 0087).
 */
final class CallRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CallRunner.class);

  /** So many calls run at the same time. */
  private static final int MOST_ABREAST = 8;

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
  private final CallResults results;

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
    this.results = new CallResults(machine, tools, guidance, redactor, log);
  }

  /** All of them; those after one that ends the turn are not run. */
  void run(List<History.OpenCall> calls) {
    var left = calls;
    while (!left.isEmpty()) {
      if (left.getFirst().intent() == null && stop.takeInterrupt()) {
        log.accept(List.of(new LoopEvent.Interrupted()));
        return;
      }
      try (var abreast = new Abreast<Outcome>()) {
        left = left.subList(runFirst(left, abreast), left.size());
      }
      if (!left.isEmpty()) {
        endedJobs.run(); // what one call has stopped the next may start anew
      }
    }
  }

  /**
   * The first, or those first ones that only read, at the same time; their results are written in
   * order. Answers how many are done with: all, when the turn has ended.
   */
  private int runFirst(List<History.OpenCall> calls, Abreast<Outcome> abreast) {
    var begun = new ArrayList<Begun>();
    Unbegun unbegun = null;
    for (int most = together(calls); begun.size() < most && unbegun == null; ) {
      int next = begun.size();
      switch (begin(calls.get(next), calls.subList(next + 1, calls.size()))) {
        case Begun one -> begun.add(one);
        case Unbegun one -> unbegun = one;
      }
    }
    var works =
        begun.size() < 2 ? begun.stream().map(Begun::how).toList() : started(begun, abreast);
    for (int i = 0; i < begun.size(); i++) {
      if (finish(begun.get(i), works.get(i), calls.subList(i + 1, calls.size()))) {
        abandon(begun.subList(i + 1, begun.size()));
        return calls.size();
      }
    }
    if (unbegun == null) {
      return begun.size();
    }
    return unbegun.tell().getAsBoolean() ? calls.size() : begun.size() + 1;
  }

  /** How many of the first calls may run at the same time. */
  private int together(List<History.OpenCall> calls) {
    long reading =
        calls.stream().limit(MOST_ABREAST).takeWhile(call -> onlyReads(call.use())).count();
    return Math.max(1, (int) reading);
  }

  private boolean onlyReads(Part.ToolUse use) {
    var tool = tools.find(use.name());
    return tool != null && tool.onlyReads();
  }

  private static List<Supplier<Outcome>> started(List<Begun> begun, Abreast<Outcome> abreast) {
    var works = new ArrayList<Supplier<Outcome>>();
    for (var one : begun) {
      var work = abreast.begin(one.how()::get);
      works.add(() -> abreast.result(work));
    }
    return works;
  }

  private sealed interface Beginning {}

  /** It is not carried out; {@code tell} writes why, and answers whether that ends the turn. */
  private record Unbegun(BooleanSupplier tell) implements Beginning {}

  /** Its intent stands in the log; {@code how} carries it out. */
  private record Begun(
      Part.ToolUse use, Tool tool, Tool.Call call, ToolContext context, Supplier<Outcome> how)
      implements Beginning {}

  private Beginning begin(History.OpenCall open, List<History.OpenCall> later) {
    var use = open.use();
    var tool = tools.find(use.name());
    if (tool == null) {
      return refused(use, tools.missing(use.name()));
    }
    if (!(use.input() instanceof ObjectNode input)) {
      return refused(
          use,
          "The input was not a JSON object, or was cut off. Call "
              + use.name()
              + " again with a whole JSON object; split what is long.");
    }
    var intent = open.intent();
    if (intent != null) {
      var context = context(use);
      var call = call(intent);
      // That remote would know the call: it was never handed over, or is attached to by its id.
      boolean same = intent.remote() != null && intent.remote().equals(machine.hello().instance());
      return new Begun(
          use,
          tool,
          call,
          context,
          () -> same ? handOver(tool, call, context) : tool.recover(call, context));
    }
    try {
      return switch (gate.pass(use, input)) {
        case ApprovalGate.Free _ -> begin(use, tool, input);
        case ApprovalGate.Refused(var why) -> refused(use, why);
        case ApprovalGate.Withdrawn(var why) ->
            new Unbegun(() -> {
              results.skip(open, later, why);
              return true;
            });
      };
    } catch (StopSwitch.InterruptedByPersonException e) { // nothing of it was begun
      return new Unbegun(() -> {
        log.accept(List.of(new LoopEvent.Interrupted()));
        return true;
      });
    } catch (ToolInputException e) {
      return new Unbegun(() -> results.write(use, e.outcome(), List.of()));
    }
  }

  /** Unless a person has interrupted the agent since it was written down. */
  private Outcome handOver(Tool tool, Tool.Call call, ToolContext context) {
    stop.checkInterrupt();
    return tool.run(call, context);
  }

  private Unbegun refused(Part.ToolUse use, String why) {
    return new Unbegun(() -> results.write(use, Outcome.error(why), List.of()));
  }

  private Beginning begin(Part.ToolUse use, Tool tool, ObjectNode input) {
    mcp.prepare(use.name(), input);
    var context = context(use);
    // Judged first: preparing may read the machine.
    String id = Id.create(EventId.class).value();
    var verdict = verdict(tool, input, id);
    var withholding = verdict.withholding();
    if (withholding != null) {
      var kept = new LoopEvent.ToolIntent(use.id(), id, use.name(), input, null, null);
      return new Unbegun(() -> withhold(kept, verdict, withholding));
    }
    var facts = attempt(use, tool, false, () -> tool.prepare(new Input(input), context));
    var remote = tool.journaled() ? machine.hello().instance() : null;
    var intent = new LoopEvent.ToolIntent(use.id(), id, use.name(), input, facts, remote);
    log.accept(verdict.and(intent));
    var call = call(intent);
    return new Begun(use, tool, call, context, () -> tool.run(call, context));
  }

  private static Tool.Call call(LoopEvent.ToolIntent intent) {
    return new Tool.Call(
        intent.commandId(), new Input((ObjectNode) intent.input()), intent.facts());
  }

  /** True when the turn has ended with this call. */
  private boolean finish(Begun begun, Supplier<Outcome> work, List<History.OpenCall> later) {
    Outcome outcome;
    try {
      outcome = carryOut(begun, work);
    } catch (ToolInputException e) {
      outcome = e.outcome();
    }
    boolean ended = results.write(begun.use(), outcome, later);
    if (begun.tool().journaled() && !(outcome.effect() instanceof Outcome.Start)) {
      machine.forget(List.of(begun.call().commandId()));
    }
    return ended;
  }

  /** They have a result that says so. */
  private void abandon(List<Begun> calls) {
    for (var begun : calls) {
      if (begun.tool().journaled()) {
        machine.signal(begun.call().commandId(), "KILL");
        machine.forget(List.of(begun.call().commandId()));
      }
    }
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
  private Outcome carryOut(Begun begun, Supplier<Outcome> work) {
    try {
      return attempt(begun.use(), begun.tool(), true, work);
    } catch (StopSwitch.InterruptedByPersonException e) {
      return attempt(
          begun.use(),
          begun.tool(),
          false,
          () -> cutOff(begun.tool(), begun.call(), begun.context()));
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
}
