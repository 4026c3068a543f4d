package io.agentservice.postgres;

import io.agentservice.postgres.machine.Deadline;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/** Says once that a server takes its time, as after a crash or on a busy machine. */
final class SlowStart {
  private static final Duration SOON = Duration.ofSeconds(5);

  private final Deadline quiet = Deadline.in(SOON);
  private boolean told;

  /** Called while the server is not ready. */
  void goesOn(String trouble, Deadline deadline) {
    if (!told && quiet.passed()) {
      told = true;
      LoggerFactory.getLogger(SlowStart.class)
          .warn(
              "waiting for PostgreSQL, up to {} s more: {}", deadline.left().toSeconds(), trouble);
    }
  }
}
