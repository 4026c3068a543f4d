package io.agentservice.server.agent.loop.session;

/** The session has gone on without us: another claim, asleep, or ended. Nothing was written. */
public final class StaleEpochException extends RuntimeException {
  public StaleEpochException(String message) {
    super(message);
  }
}
