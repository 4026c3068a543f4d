package io.agentservice.worker.network.policy;

/** The policy does not let a connection pass. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final String host;
  private final int port;

  /** {@code reason} goes on after "the session's network policy: ". */
  Refusal(String host, int port, String reason) {
    super(reason, null, false, false);
    this.host = host;
    this.port = port;
  }

  public String host() {
    return host;
  }

  public int port() {
    return port;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
