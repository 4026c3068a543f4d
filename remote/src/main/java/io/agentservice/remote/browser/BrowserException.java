package io.agentservice.remote.browser;

/** An action that could not be carried out, with the code of its {@code failed} frame. */
final class BrowserException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String code;

  BrowserException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Of code {@code browser}. */
  BrowserException(String message) {
    this("browser", message);
  }

  String code() {
    return code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
