package io.agentservice.server.engine.stalls;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing happens in a session.
 *
 * @param since when the silence began
 * @param text why, in a sentence
 * @param next what will happen, in a sentence that names the time, too
 * @param nextAt when at the latest; null when nobody can tell
 */
public record Stall(
    Cause cause, Instant since, String text, String next, @Nullable Instant nextAt) {
  /** Who is waited for. */
  public enum Cause {
    /** The model does not answer. */
    MODEL,
    /** A command or a checkout runs without output, or the machine does not connect. */
    MACHINE,
    /** The call of another tool has not ended. */
    TOOL,
    /** The database was away. */
    DATABASE,
    /** No worker has taken the session. */
    QUEUE,
    /** The service is at work on the session itself. */
    SERVICE;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
