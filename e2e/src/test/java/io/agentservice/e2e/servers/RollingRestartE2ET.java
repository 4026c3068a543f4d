package io.agentservice.e2e.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Three servers are replaced one after the other, as an upgrade does it, and no caller notices. */
@Tag("crashes")
@Timeout(240) // six starts of a server
@Isolated("a balancer that gets no processor time sends requests where nobody is any more")
class RollingRestartE2ET {
  private static final int ENOUGH = 2000;

  /** Much longer than the balancer is between two looks. */
  private static final Map<String, String> SETTINGS = Map.of("AGENT_DRAIN_SECONDS", "3");

  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  @Test
  void noRequestFailsWhileServersAreReplacedOneAfterTheOther() throws Exception {
    try (var cluster = Cluster.start(directory, 3, SETTINGS)) {
      cluster.awaitAll();
      cluster.trustReadiness();
      try (var callers = new Callers(cluster, ENOUGH)) {
        Scenario.ROLLING.strike(cluster, new Random(), Duration.ZERO);
        assertThat(callers.failures()).as("logs in %s", directory).isEmpty();
      }
    }
  }
}
