package io.agentservice.server.engine.machine;

/**
 * The connection to the remote is gone. What was in flight goes on there and is kept in its
 * journal: whoever owns the session next attaches to the same command ids.
 */
public final class MachineLostException extends RuntimeException {
  public MachineLostException(String message) {
    super(message);
  }
}
