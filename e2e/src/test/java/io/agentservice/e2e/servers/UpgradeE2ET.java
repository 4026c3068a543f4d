package io.agentservice.e2e.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Servers of the release before are replaced by ours, one after the other, under sessions that run:
 * no caller notices, no command is lost or run twice, whichever release a session began with.
 *
 * <p>{@code upgrade.before} is the directory of that release, built or unpacked; {@code make
 * upgrade-check} makes one. {@code upgrade.same.schema} says that no migration came between, so
 * that the release before may start again.
 */
@Tag("crashes")
@Tag("nightly")
@Timeout(600) // six starts of a server, and sessions that work meanwhile
@Isolated("a balancer that gets no processor time sends requests where nobody is any more")
@EnabledIfSystemProperty(
    named = UpgradeE2ET.BEFORE,
    matches = ".+",
    disabledReason = "needs the release before: make upgrade-check")
class UpgradeE2ET {
  static final String BEFORE = "upgrade.before";

  private static final int ENOUGH = 2000;
  private static final int SESSIONS = 3;
  private static final int COMMANDS = 60;
  private static final Duration COMMAND = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  @Test
  void serversOfTwoReleasesWorkOnOneDatabaseUntilTheLastIsReplaced() throws Exception {
    var before = Path.of(System.getProperty(BEFORE)).toAbsolutePath();
    var settings = new HashMap<>(Trouble.settings("AGENT_CLAIM_TTL_SECONDS", "300"));
    settings.put("AGENT_DRAIN_SECONDS", "3");
    try (var cluster = Cluster.start(directory, 3, settings, before)) {
      cluster.awaitAll();
      cluster.trustReadiness();
      try (var callers = new Callers(cluster, ENOUGH);
          var older = new SessionLoad(cluster, SESSIONS, COMMANDS, COMMAND)) {
        older.awaitCommands(2, PATIENCE);
        replace(cluster, 0);
        try (var mixed = new SessionLoad(cluster, SESSIONS, COMMANDS, COMMAND)) {
          mixed.awaitCommands(2, PATIENCE);
          replace(cluster, 1);
          mixed.awaitCommands(5, PATIENCE);
          replace(cluster, 2);
          mixed.awaitEnd(Duration.ofMinutes(5));
          assertThat(mixed.violations()).as("begun by both, logs in %s", directory).isEmpty();
        }
        older.awaitEnd(Duration.ofMinutes(5));
        assertThat(older.violations()).as("begun before, logs in %s", directory).isEmpty();
        assertThat(callers.failures()).as("logs in %s", directory).isEmpty();
      }
      refusesToGoBack(cluster.nodes().getFirst(), before);
    }
  }

  private static void replace(Cluster cluster, int number) throws Exception {
    var node = cluster.nodes().get(number);
    node.stop();
    node.becomes(null);
    node.start();
    cluster.awaitAll();
  }

  /** Said before anything is done, where the database has changed. */
  private static void refusesToGoBack(Node node, Path before) throws Exception {
    if (Boolean.getBoolean("upgrade.same.schema")) {
      return;
    }
    node.stop();
    node.becomes(before);
    assertThatThrownBy(node::start)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("by a newer release");
  }
}
