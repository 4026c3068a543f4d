package io.agentservice.server.base.settings.reading;

/** Settings that can't be used; the message says which, and why. */
public final class SettingsException extends RuntimeException {
  public SettingsException(String message) {
    super(message);
  }
}
