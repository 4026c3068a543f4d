package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.guardrails.Violation;
import io.agentservice.server.engine.lifecycle.Turns.Turn;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.Locale;

/** Writes events of a loop, and what they change beside the log. */
final class Appending {
  private Appending() {}

  static void append(Turn turn, LoopEvent event) {
    if (event instanceof LoopEvent.PullRequestFound found
        && !turn.pullRequest(found.url(), found.takenOver())) {
      return; // known already: the log tells of it once
    }
    if (event instanceof LoopEvent.GuardrailHit hit && !isShown(turn, hit)) {
      return;
    }
    turn.event(LoopEvents.type(event), LoopEvents.data(event));
    switch (event) {
      case LoopEvent.AgentMessage message -> turn.say(message.text());
      case LoopEvent.OutputNoted noted -> turn.output(LoopEvents.json(noted.output()));
      case LoopEvent.ModelTurn model -> turn.book(model.dollars());
      case LoopEvent.Summarized summary -> turn.book(summary.dollars());
      case LoopEvent.GuardrailJudged judged -> turn.book(judged.dollars());
      case LoopEvent.ModelInterrupted cut -> turn.book(cut.dollars());
      case LoopEvent.MachineAttached _ -> turn.unreserve();
      case LoopEvent.ApprovalRequested asked -> DrivenApprovals.ask(turn, asked);
      case LoopEvent.TurnEnd end -> {
        String message = end.message();
        if (message != null && !message.isBlank()) {
          turn.say(message);
        }
        turn.withdrawApproval();
        end(turn, end);
      }
      case LoopEvent.UserMessage _,
          LoopEvent.Isolation _,
          LoopEvent.NetworkDenied _,
          LoopEvent.McpServer _,
          LoopEvent.ModelAway _,
          LoopEvent.ModelChanged _,
          LoopEvent.Shortened _,
          LoopEvent.ToolIntent _,
          LoopEvent.ToolResult _,
          LoopEvent.Divergence _,
          LoopEvent.GuardrailHit _,
          LoopEvent.ApprovalAnswered _,
          LoopEvent.PullRequestFound _,
          LoopEvent.RepositoryEvent _,
          LoopEvent.WorkEvent _,
          LoopEvent.GuidanceEvent _,
          LoopEvent.JobEvent _,
          LoopEvent.Released _,
          LoopEvent.Nudge _ -> {}
    }
  }

  /** Writes the violation; false when it is known already, or only to be recorded. */
  private static boolean isShown(Turn turn, LoopEvent.GuardrailHit hit) {
    boolean isNew =
        turn.violation(
            new Violation.Found(
                hit.eventId(),
                hit.guardrailId(),
                hit.guardrailName(),
                hit.guardrailType(),
                hit.evidence(),
                hit.reasoning(),
                hit.confidence(),
                hit.action()));
    return isNew && !hit.action().equals(Guardrail.word(Guardrail.Action.LOGGED));
  }

  private static void end(Turn turn, LoopEvent.TurnEnd end) {
    switch (end) {
      case LoopEvent.Waiting _, LoopEvent.Interrupted _ -> turn.waiting();
      case LoopEvent.Finished finished ->
          turn.finished(
              finished.structuredOutput() == null
                  ? null
                  : LoopEvents.json(finished.structuredOutput()));
      case LoopEvent.LimitReached limit ->
          turn.limit(Detail.valueOf(limit.detail().toUpperCase(Locale.ROOT)));
      case LoopEvent.Suspended asleep -> turn.suspend(asleep.code(), asleep.reason());
      case LoopEvent.Failure failure -> turn.fail(failure.code(), failure.reason());
    }
  }
}
