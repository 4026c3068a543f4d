package io.agentservice.worker.binaries;

import org.jspecify.annotations.Nullable;

/** No verified remote binary is to be had now; the message is one line for a person. */
public final class BinaryException extends Exception {
  private final boolean passing;

  BinaryException(String message) {
    this(message, null, false);
  }

  BinaryException(String message, Throwable cause) {
    this(message, cause, false);
  }

  BinaryException(String message, @Nullable Throwable cause, boolean passing) {
    super(message, cause);
    this.passing = passing;
  }

  /** Whether another try may work soon: 429, 5xx and network errors. */
  public boolean passing() {
    return passing;
  }
}
