package io.agentservice.cli.publish;

/**
 * What was to be published is not in order, or the store does not take it; the message says which.
 */
public final class PublishException extends Exception {
  PublishException(String message) {
    super(message);
  }

  PublishException(String message, Throwable cause) {
    super(message, cause);
  }
}
