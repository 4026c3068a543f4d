package io.agentservice.worker.exit;

import org.jspecify.annotations.Nullable;

/** The worker cannot go on; the message is one line for a person. */
public final class WorkerFailure extends RuntimeException {
  private final int exitCode;
  private final @Nullable String hint;

  public WorkerFailure(int exitCode, String message, @Nullable String hint) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }

  public int exitCode() {
    return exitCode;
  }

  /** What to do about it; null when there is nothing to add. */
  public @Nullable String hint() {
    return hint;
  }
}
