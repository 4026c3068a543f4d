package io.agentservice.client.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why a request brought no result; the message is one line for a person. */
public abstract class ClientException extends RuntimeException {

  ClientException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** What to do about it, one line; null when there is nothing to add. */
  public abstract @Nullable String hint();

  /** Stable machine code. */
  public abstract String code();

  /** True when the same request may work later. */
  public abstract boolean passing();

  /** How long the service asks to wait; null when it did not say. */
  public abstract @Nullable Duration retryAfter();
}
