package io.agentservice.client.http;

import org.jspecify.annotations.Nullable;

/** Why a request brought no result; the message is one line for a person. */
public abstract sealed class ClientException extends RuntimeException
    permits ApiException, UnreachableException {

  ClientException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** What to do about it, one line; null when there is nothing to add. */
  public abstract @Nullable String hint();
}
