package io.agentservice.server.agent.terminals.shells;

import org.jspecify.annotations.Nullable;

/**
 * How a terminal has ended.
 *
 * @param reason a word for programs
 * @param code of the shell; null: not known
 */
record Ending(String reason, @Nullable Integer code) {
  static final Ending CLOSED = new Ending("closed", null);
  static final Ending NO_VIEWER = new Ending("no_viewer", null);
  static final Ending OUTPUT_LIMIT = new Ending("output_limit", null);
  static final Ending MACHINE_AWAY = new Ending("machine_away", null);
  static final Ending FAILED = new Ending("failed", null);

  static Ending exited(@Nullable Integer code) {
    return new Ending("exited", code);
  }
}
