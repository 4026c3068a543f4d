package io.agentservice.cli.eval;

import io.agentservice.cli.eval.tasks.Verdict;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.wire.json.JsonObject;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of one task.
 *
 * @param passed what its tests say
 * @param outcome how its session ended; {@link #ERROR} when it could not be tried
 * @param reason why it did not pass; empty when it did
 * @param model null: the service's own
 * @param used null when there was no session
 */
record TaskResult(
    String task,
    boolean passed,
    String outcome,
    String reason,
    @Nullable String model,
    @Nullable Used used) {
  private static final String ERROR = "error";

  /**
   * What its session took.
   *
   * @param divergences of a recorded model: results of tools that differed from the recording
   */
  record Used(
      String sessionId,
      long steps,
      long divergences,
      long inputTokens,
      long outputTokens,
      BigDecimal acus,
      long millis) {
    static Used of(WorkSession.Result result) {
      return new Used(
          result.session().id(),
          result.turns(),
          result.divergences(),
          result.inputTokens(),
          result.outputTokens(),
          result.session().cost().acus(),
          result.took().toMillis());
    }
  }

  static TaskResult error(String task, @Nullable String model, String reason) {
    return new TaskResult(task, false, ERROR, reason, model, null);
  }

  static TaskResult of(
      String task, @Nullable String model, WorkSession.Result result, Verdict verdict) {
    return new TaskResult(
        task,
        verdict.passed(),
        result.ending().name().toLowerCase(Locale.ROOT),
        verdict.reason(),
        model,
        Used.of(result));
  }

  /** Whether it was tried: what could not be is tried again. */
  boolean tried() {
    return !outcome.equals(ERROR);
  }

  /** One line of the results. */
  JsonObject json() {
    var took = used;
    return JsonObject.of(
        "type",
        "task",
        "task",
        task,
        "passed",
        passed,
        "outcome",
        outcome,
        "reason",
        reason.isEmpty() ? null : reason,
        "model",
        model,
        "session_id",
        took == null ? null : took.sessionId(),
        "steps",
        took == null ? null : took.steps(),
        "divergences",
        took == null ? null : took.divergences(),
        "input_tokens",
        took == null ? null : took.inputTokens(),
        "output_tokens",
        took == null ? null : took.outputTokens(),
        "acus",
        took == null ? null : took.acus(),
        "duration_millis",
        took == null ? null : took.millis());
  }

  static TaskResult of(JsonObject line) {
    var session = line.text("session_id");
    var reason = line.text("reason");
    return new TaskResult(
        line.required("task"),
        line.isTrue("passed"),
        line.required("outcome"),
        reason == null ? "" : reason,
        line.text("model"),
        session == null
            ? null
            : new Used(
                session,
                line.number("steps", 0),
                line.number("divergences", 0),
                line.number("input_tokens", 0),
                line.number("output_tokens", 0),
                line.decimal("acus"),
                line.number("duration_millis", 0)));
  }
}
