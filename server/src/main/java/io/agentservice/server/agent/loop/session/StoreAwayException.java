package io.agentservice.server.agent.loop.session;

/** The session's store is away; whether the last change was made is unknown. */
public final class StoreAwayException extends RuntimeException {
  public StoreAwayException(Throwable cause) {
    super("the session's store can't be reached", cause);
  }

  /** One line about what happened, for the log. */
  public String reason() {
    return String.valueOf(getCause());
  }
}
