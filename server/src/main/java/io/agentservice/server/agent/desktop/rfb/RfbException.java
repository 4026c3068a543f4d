package io.agentservice.server.agent.desktop.rfb;

/** A viewer has said what none may; the message is for him, ASCII, at most 100 characters. */
public final class RfbException extends Exception {
  private static final long serialVersionUID = 1L;

  RfbException(String message) {
    super(message);
  }
}
