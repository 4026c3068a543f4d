package io.agentservice.server.agent.loop.shell;

/** What a command runs can't be told from its text. */
final class UnclearException extends Exception {
  UnclearException(String why) {
    super(why, null, false, false);
  }
}
