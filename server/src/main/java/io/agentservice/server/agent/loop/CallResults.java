package io.agentservice.server.agent.loop;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.instructions.Guidance;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.tools.Input;
import io.agentservice.server.agent.loop.tools.Outcome;
import io.agentservice.server.agent.loop.tools.PullRequestDetector;
import io.agentservice.server.agent.loop.tools.Toolbox;
import io.agentservice.server.engine.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes what came of calls: a result for each, and all that goes with it, in one transaction. */
final class CallResults {
  private final Machine machine;
  private final Toolbox tools;
  private final Guidance guidance;
  private final Redactor redactor;
  private final Consumer<List<LoopEvent>> log;

  CallResults(
      Machine machine,
      Toolbox tools,
      Guidance guidance,
      Redactor redactor,
      Consumer<List<LoopEvent>> log) {
    this.machine = machine;
    this.tools = tools;
    this.guidance = guidance;
    this.redactor = redactor;
    this.log = log;
  }

  /** None of them is carried out; the turn goes on without them. */
  void skip(History.OpenCall open, List<History.OpenCall> later, String why) {
    var results = new ArrayList<LoopEvent>(List.of(result(open.use(), Outcome.error(why))));
    later.forEach(call -> results.add(result(call.use(), Outcome.error(why))));
    log.accept(results);
  }

  /** True when the turn has ended with this call, and without the later ones. */
  boolean write(Part.ToolUse use, Outcome outcome, List<History.OpenCall> later) {
    var events = new ArrayList<LoopEvent>();
    var denied = denied();
    events.add(result(use, outcome.and(denied.stream().map(CallResults::words))));
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
      case Outcome.Denied one -> events.add(one.event());
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
