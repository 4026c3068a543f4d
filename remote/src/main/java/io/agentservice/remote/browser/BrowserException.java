package io.agentservice.remote.browser;

final class BrowserException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;

  BrowserException(String code, String message) {
    super(message);
    this.code = code;
  }

  BrowserException(String message) {
    this("browser", message);
  }

  /** Of an action whose own fields are wrong. */
  static BrowserException invalid(String message) {
    return new BrowserException("invalid", message);
  }

  String code() {
    return code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
