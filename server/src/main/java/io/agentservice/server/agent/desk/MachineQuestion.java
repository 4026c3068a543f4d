package io.agentservice.server.agent.desk;

import java.time.Duration;

/**
 * What somebody wants to see of a machine.
 *
 * @param about which of those things: of files the path below the working directory, of changes as
 *     JSON what is to be compared
 */
public record MachineQuestion(Kind kind, String about) {
  /** How long a machine that is connected may take. */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Servers of an earlier version do not know all of them. */
  public enum Kind {
    /** What is in a directory. */
    LIST,
    /** What is in a file. */
    READ,
    /** Which files differ between two states. */
    CHANGES,
    /** The patch from one state to another. */
    PATCH
  }
}
