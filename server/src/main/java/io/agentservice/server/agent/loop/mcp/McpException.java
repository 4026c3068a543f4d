package io.agentservice.server.agent.loop.mcp;

/** A server could not be asked, or did not answer as it should; the message is a phrase. */
public final class McpException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is known of the request. */
  public enum Fate {
    /** It was not carried out. */
    NOT_DONE,
    /** It may have been, wholly or in part. */
    UNKNOWN,
    /** The server knows our session no more; nothing was carried out. */
    SESSION_GONE
  }

  private final Fate fate;

  McpException(Fate fate, String message) {
    super(message);
    this.fate = fate;
  }

  public Fate fate() {
    return fate;
  }

  /** The message. */
  public String phrase() {
    return String.valueOf(getMessage());
  }
}
