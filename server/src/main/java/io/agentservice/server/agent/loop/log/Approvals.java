package io.agentservice.server.agent.loop.log;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What people were asked to approve and have answered, a fold over the log. */
public final class Approvals {
  private final Map<String, LoopEvent.ApprovalRequested> ofCalls = new HashMap<>();
  private final Map<String, LoopEvent.ApprovalAnswered> answers = new HashMap<>();
  private final Set<String> forSession = new HashSet<>();

  public void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn _ -> {
        ofCalls.clear();
        answers.clear();
      }
      case LoopEvent.ApprovalRequested asked -> ofCalls.put(asked.callId(), asked);
      case LoopEvent.ApprovalAnswered answer -> {
        answers.put(answer.approvalId(), answer);
        if (answer.answer() == ApprovalAnswer.APPROVED_FOR_SESSION) {
          ofCalls.values().stream()
              .filter(asked -> asked.approvalId().equals(answer.approvalId()))
              .forEach(asked -> forSession.addAll(asked.rules()));
        }
      }
      default -> {}
    }
  }

  /** What was asked about a call of the last turn; null when nothing was. */
  public LoopEvent.@Nullable ApprovalRequested asked(String callId) {
    return ofCalls.get(callId);
  }

  /** Null while nobody has answered. */
  public LoopEvent.@Nullable ApprovalAnswered answer(LoopEvent.ApprovalRequested asked) {
    return answers.get(asked.approvalId());
  }

  /** Whether each of the rules was approved for the session. */
  public boolean cover(Collection<String> rules) {
    return forSession.containsAll(rules);
  }
}
