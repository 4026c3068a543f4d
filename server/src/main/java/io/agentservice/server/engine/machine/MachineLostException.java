package io.agentservice.server.engine.machine;

/** The connection is gone. Commands run on; the session's next owner attaches by their ids. */
public final class MachineLostException extends RuntimeException {
  public MachineLostException(String message) {
    super(message);
  }
}
