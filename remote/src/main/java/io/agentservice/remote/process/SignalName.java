package io.agentservice.remote.process;

import java.util.Optional;

/** The signals that are sent to processes, with the numbers that they have everywhere. */
public enum SignalName {
  HUP(1),
  INT(2),
  TERM(15),
  KILL(9);

  private final int number;

  SignalName(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** One of those that a server may send. */
  public static Optional<SignalName> ofFrame(String name) {
    return switch (name) {
      case "INT" -> Optional.of(INT);
      case "TERM" -> Optional.of(TERM);
      case "KILL" -> Optional.of(KILL);
      default -> Optional.empty();
    };
  }
}
