package io.agentservice.server.agent.loop.tools;

/** A call that can't be carried out; the message is one clear sentence for the model. */
public final class ToolInputException extends RuntimeException {
  public ToolInputException(String message) {
    super(message);
  }

  public Outcome outcome() {
    return Outcome.error(String.valueOf(getMessage()));
  }
}
