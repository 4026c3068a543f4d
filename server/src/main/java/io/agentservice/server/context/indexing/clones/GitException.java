package io.agentservice.server.context.indexing.clones;

/** A repository could not be read; the message says why in words for the operator. */
public final class GitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GitException(String message) {
    super(message);
  }

  GitException(String message, Throwable cause) {
    super(message, cause);
  }
}
