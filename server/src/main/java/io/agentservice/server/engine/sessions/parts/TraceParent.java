package io.agentservice.server.engine.sessions.parts;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The span of a caller that a session belongs to, as in the header {@code traceparent} (W3C Trace
 * Context).
 *
 * @param traceId 32 lower-case hex digits
 * @param spanId 16 lower-case hex digits
 * @param sampled whether the caller's trace is recorded
 */
public record TraceParent(String traceId, String spanId, boolean sampled) {
  /** Of the header, and of the event that keeps it. */
  public static final String NAME = "traceparent";

  private static final Pattern FORM =
      Pattern.compile(
          "(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  /** Null when there is none, or none that is in order: it is left out then, as W3C has it. */
  public static @Nullable TraceParent parse(@Nullable String text) {
    var parts = FORM.matcher(text == null ? "" : text.strip());
    if (!parts.matches() || (parts.group(1).equals("00") && parts.group(5) != null)) {
      return null;
    }
    boolean sampled = (Integer.parseInt(parts.group(4), 16) & 1) == 1;
    return new TraceParent(parts.group(2), parts.group(3), sampled);
  }

  /** In version 00. */
  public String text() {
    return "00-%s-%s-%s".formatted(traceId, spanId, sampled ? "01" : "00");
  }
}
