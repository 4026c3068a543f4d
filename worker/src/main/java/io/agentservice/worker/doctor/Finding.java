package io.agentservice.worker.doctor;

import io.agentservice.wire.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a check found, in a line; {@code advice} is null when there is nothing to do. */
public record Finding(Level level, String message, @Nullable String advice) {

  public enum Level {
    OK,
    /** Could not be examined; why is another finding. */
    SKIPPED,
    /** A worker runs, but not as well as it could. */
    WARNING,
    /** A worker does not start, or serves no session. */
    PROBLEM;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** {@code check} is the check's stable name. */
  public record Named(String check, Finding finding) {

    /** One line for a person. */
    public String line() {
      var text = "%-8s %s: %s".formatted(finding.level.word(), check, finding.message);
      return finding.advice == null ? text : text + " -> " + finding.advice;
    }

    /** The same for a program. */
    public JsonObject json() {
      return JsonObject.of(
          "check",
          check,
          "level",
          finding.level.word(),
          "message",
          finding.message,
          "advice",
          finding.advice);
    }
  }

  public static Finding ok(String message) {
    return new Finding(Level.OK, message, null);
  }

  public static Finding skipped(String message) {
    return new Finding(Level.SKIPPED, message, null);
  }

  public static Finding warning(String message, String advice) {
    return new Finding(Level.WARNING, message, advice);
  }

  public static Finding problem(String message, @Nullable String advice) {
    return new Finding(Level.PROBLEM, message, advice);
  }
}
