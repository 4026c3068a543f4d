package io.agentservice.server.engine.gitaccess;

import java.util.Map;

/** Git is refused; it shows the text to its user. Never holds a token. */
final class GitRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, String> headers;

  GitRefusal(int status, String text) {
    this(status, text, Map.of());
  }

  GitRefusal(int status, String text, Map<String, String> headers) {
    super(text, null, false, false);
    this.status = status;
    this.headers = headers;
  }

  /** Git forgets the credential, and asks its helper if it had none yet. */
  static GitRefusal unauthorized(String text) {
    return new GitRefusal(401, text, Map.of("WWW-Authenticate", "Basic realm=\"agent service\""));
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
