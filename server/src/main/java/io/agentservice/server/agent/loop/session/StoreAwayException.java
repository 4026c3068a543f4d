package io.agentservice.server.agent.loop.session;

/**
 * What keeps the session can't be reached at the moment, which is no fault of the session. Whether
 * the last change was made is not known; the log tells it later.
 */
public final class StoreAwayException extends RuntimeException {
  public StoreAwayException(Throwable cause) {
    super("the session's store can't be reached", cause);
  }

  /** One line about what happened, for the log. */
  public String reason() {
    return String.valueOf(getCause());
  }
}
