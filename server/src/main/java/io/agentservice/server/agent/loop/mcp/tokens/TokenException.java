package io.agentservice.server.agent.loop.mcp.tokens;

/** There is no token to be had; the message is a phrase. */
public final class TokenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TokenException(String phrase) {
    super(phrase);
  }

  public String phrase() {
    return String.valueOf(getMessage());
  }
}
