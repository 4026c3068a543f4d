package io.agentservice.worker.network;

/** The policy does not let a connection pass. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final String host;
  private final int port;

  /** {@code reason} goes on after "the session's network policy: ". */
  Refusal(String host, int port, String reason) {
    super(reason, null, false, false);
    this.host = host;
    this.port = port;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
