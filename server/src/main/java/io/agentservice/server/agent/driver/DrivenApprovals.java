package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.lifecycle.Turns.Turn;
import java.util.Optional;

/** Requests for approval as the loop's events tell of them. */
final class DrivenApprovals {
  private DrivenApprovals() {}

  static void ask(Turn turn, LoopEvent.ApprovalRequested asked) {
    turn.approval(
        new EventId(asked.approvalId()),
        new Approval.Asked(
            asked.callId(),
            asked.tool(),
            LoopEvents.json(asked.input()),
            asked.rules(),
            asked.unclear()));
  }

  /** Empty while it is open. */
  static Optional<LoopEvent.ApprovalAnswered> answer(
      Approvals approvals, SessionId session, String approval) {
    return approvals
        .find(session, new EventId(approval))
        .flatMap(found -> Optional.ofNullable(found.answer()))
        .map(answer ->
            new LoopEvent.ApprovalAnswered(
                approval, kind(answer.kind()), answer.reason(), answer.username()));
  }

  private static ApprovalAnswer kind(Approval.Kind kind) {
    return switch (kind) {
      case APPROVED -> ApprovalAnswer.APPROVED;
      case APPROVED_FOR_SESSION -> ApprovalAnswer.APPROVED_FOR_SESSION;
      case REFUSED -> ApprovalAnswer.REFUSED;
      case WITHDRAWN -> ApprovalAnswer.WITHDRAWN;
    };
  }
}
