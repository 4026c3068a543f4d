package io.agentservice.server.agent.files;

import java.time.Duration;

/**
 * What somebody wants to see of a machine.
 *
 * @param path below the working directory, which is the empty one
 */
record FileQuestion(Kind kind, String path) {
  /** How long a machine that is connected may take. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  enum Kind {
    /** What is in a directory. */
    LIST,
    /** What is in a file. */
    READ
  }
}
