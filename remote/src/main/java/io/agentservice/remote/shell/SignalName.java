package io.agentservice.remote.shell;

import java.util.Optional;

/** The signals that are sent to processes, with the numbers that they have everywhere. */
enum SignalName {
  HUP(1),
  INT(2),
  TERM(15),
  KILL(9);

  private final int number;

  SignalName(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** One of those that a server may send. */
  static Optional<SignalName> ofFrame(String name) {
    return switch (name) {
      case "INT" -> Optional.of(INT);
      case "TERM" -> Optional.of(TERM);
      case "KILL" -> Optional.of(KILL);
      default -> Optional.empty();
    };
  }
}
