package io.agentservice.e2e.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions on real remotes while one of three servers is killed, frozen or cut off: they end right.
 *
 * <p>{@code chaos.running}, {@code chaos.commands} and {@code chaos.command.millis} make it longer,
 * and see {@link Trouble}; {@code make chaos-sessions} does.
 */
@Tag("crashes")
@Timeout(300) // several programs start, and each scenario takes its time
class SessionsInTroubleE2ET {
  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  @Test
  void sessionsOfThreeServersInTroubleAllEndRightAndRunEachCommandOnce() throws Exception {
    var trouble = new Trouble();
    int sessions = Integer.getInteger("chaos.running", 6);
    int commands = Integer.getInteger("chaos.commands", 20);
    var time = Duration.ofMillis(Integer.getInteger("chaos.command.millis", 300));
    try (var cluster =
        Cluster.start(directory, 3, Trouble.settings("AGENT_CLAIM_TTL_SECONDS", "300"))) {
      for (var scenario : trouble.scenarios()) {
        try (var load = new SessionLoad(cluster, sessions, commands, time)) {
          load.awaitCommands(2, Duration.ofMinutes(3));
          var blow = trouble.strike(scenario, cluster);
          load.awaitEnd(Duration.ofMinutes(10));
          System.out.printf(
              "chaos: %-40s %d sessions of %d commands, connected again after %s ms%n",
              scenario.title(), sessions, commands, load.reattached(blow));
          assertThat(load.violations())
              .as("%s, seed %d, logs in %s", scenario, trouble.seed(), directory)
              .isEmpty();
        }
      }
    }
  }
}
