package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.engine.guardrails.Guardrail.Where;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Judges people's messages, each once, before the model sees them. */
final class GuardedMessages {
  private final GuardrailChecks guards;
  private final Consumer<List<LoopEvent>> log;
  private final Set<String> judged = new HashSet<>();

  GuardedMessages(GuardrailChecks guards, Consumer<List<LoopEvent>> log) {
    this.guards = guards;
    this.log = log;
  }

  /** False when the session sleeps. {@code rested}: the agent has nothing else to do. */
  boolean judge(History history, boolean rested) {
    if (guards.isEmpty()) {
      return true;
    }
    for (var message : history.unseen()) {
      if (!judged.add(message.eventId())) {
        continue;
      }
      var verdict =
          guards.judge(Where.USER_MESSAGES, GuardrailChecks.text(message), message.eventId());
      var withholding = verdict.withholding();
      if (withholding != null && GuardrailChecks.suspends(withholding)) {
        log.accept(verdict.and(GuardrailChecks.asleep(withholding)));
        return false;
      }
      boolean nothingElse = rested && history.unseen().equals(List.of(message));
      if (withholding != null && nothingElse) {
        log.accept(verdict.and(withheld(withholding)));
      } else if (!verdict.hits().isEmpty()) {
        log.accept(List.copyOf(verdict.hits()));
      }
    }
    return true;
  }

  private static LoopEvent withheld(LoopEvent.GuardrailHit by) {
    return new LoopEvent.Waiting(
        "The guardrail %s has kept your message from me: %s."
            .formatted(by.guardrailName(), by.reasoning()),
        null);
  }
}
