package io.agentservice.server.agent.loop.approvals;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.Approvals;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Has a person approve a call before anything of it is done. */
public final class ApprovalGate {
  private final LoopSession session;
  private final Machine machine;
  private final Supplier<Approvals> answered;
  private final Supplier<McpServers> mcp;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;
  private final Consumer<LoopEvent> memory;
  private final Duration poll;

  /**
   * Made for each turn.
   *
   * @param log writes, also into the memory
   * @param memory takes up what another has written into the log
   */
  public ApprovalGate(
      LoopSession session,
      Machine machine,
      Supplier<History> history,
      StopSwitch stop,
      Consumer<List<LoopEvent>> log,
      Consumer<LoopEvent> memory,
      Duration poll) {
    this.session = session;
    this.machine = machine;
    this.answered = () -> history.get().approvals();
    this.mcp = () -> history.get().mcp();
    this.stop = stop;
    this.log = log;
    this.memory = memory;
    this.poll = poll;
  }

  /** What is to become of a call. */
  public sealed interface Passage {}

  /** It may begin. */
  public record Free() implements Passage {}

  /** It must not begin, for a reason in words for the model. */
  public record Refused(String why) implements Passage {}

  /** The same of all later ones of the turn: somebody spoke first. */
  public record Withdrawn(String why) implements Passage {}

  /**
   * Returns when it is clear. Throws {@link MachineLostException}, and when the agent is stopped or
   * interrupted; the next loop goes on waiting.
   */
  public Passage pass(Part.ToolUse use, ObjectNode input) {
    var approvals = answered.get();
    var asked = approvals.asked(use.id());
    if (asked == null) {
      var asking = ApprovalRules.of(session.approvalPolicy(), mcp.get(), use.name(), input);
      if (!asking.asks() || approvals.cover(asking.rules())) {
        return new Free();
      }
      asked =
          new LoopEvent.ApprovalRequested(
              Id.create(EventId.class).value(),
              use.id(),
              use.name(),
              input,
              asking.rules(),
              asking.unclear());
      log.accept(List.of(asked));
    }
    var answer = approvals.answer(asked);
    return passage(answer == null ? await(asked) : answer);
  }

  private LoopEvent.ApprovalAnswered await(LoopEvent.ApprovalRequested asked) {
    while (true) {
      stop.checkInterrupt();
      var answer = session.awaitAnswer(asked.approvalId(), poll, stop::wait);
      if (answer.isPresent()) {
        memory.accept(answer.get());
        return answer.get();
      }
      if (!machine.connected()) {
        throw new MachineLostException("lost while an approval was awaited");
      }
    }
  }

  private static Passage passage(LoopEvent.ApprovalAnswered answer) {
    return switch (answer.answer()) {
      case APPROVED, APPROVED_FOR_SESSION -> new Free();
      case REFUSED ->
          new Refused(
              answer.reason() == null
                  ? "[not run] The user has refused this call. Go another way, or ask what to do."
                  : "[not run] The user has refused this call, and says: " + answer.reason());
      case WITHDRAWN ->
          new Withdrawn(
              "[not run] The user has not approved this call but written; the message follows.");
    };
  }
}
