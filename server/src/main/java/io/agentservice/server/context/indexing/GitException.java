package io.agentservice.server.context.indexing;

/** A repository could not be read; the message says why in words for the operator. */
final class GitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GitException(String message) {
    super(message);
  }

  GitException(String message, Throwable cause) {
    super(message, cause);
  }
}
