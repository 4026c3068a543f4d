package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a worker needs of systemd: time to end, and sessions that do no harm to it. */
class SystemdUnitTest {
  private static final Path DIRECTORY = Path.of("..", "deploy", "systemd");

  /** Ten for the remote, thirty each for the post-exit hook and the release. */
  private static final long AFTER_THE_DRAIN = 10 + HookSettings.NONE.limit().toSeconds() + 30;

  @Test
  void timeToStopCoversDrainRemoteHookAndRelease() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    assertThat(unit).doesNotContain("AGENT_WORKER_DRAIN_SECS=");
    assertThat(number(unit, "TimeoutStopSec")).isGreaterThan(AFTER_THE_DRAIN);
    var drain = Files.readString(DIRECTORY.resolve("agent-worker@.service.d/drain.conf"));
    assertThat(number(drain, "TimeoutStopSec"))
        .isGreaterThan(number(drain, "AGENT_WORKER_DRAIN_SECS") + AFTER_THE_DRAIN);
  }

  @Test
  void aCommandThatRunsOutOfMemoryDoesNotEndTheWorker() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    assertThat(unit.lines()).contains("OOMPolicy=continue");
  }

  @Test
  void sessionsHaveAHomeAndAWorkDirectoryApartFromTheWorkersFiles() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    var data = text(unit, "AGENT_WORKER_HOME");
    var made = List.of(text(unit, "StateDirectory").split(" "));
    for (var ours : List.of(text(unit, "WorkingDirectory"), text(unit, "HOME"))) {
      assertThat(made).contains(ours.replace("/var/lib/", ""));
      assertThat(ours).startsWith(data + "/");
      assertThat(Path.of(ours).getFileName().toString())
          .isNotIn("acceptors", "cache", "sessions", "swept"); // docs/worker.md, Files
    }
  }

  private static long number(String text, String name) throws IOException {
    return Long.parseLong(text(text, name));
  }

  private static String text(String text, String name) throws IOException {
    var matcher = Pattern.compile("(?m)^(?:Environment=)?" + name + "=(.+)$").matcher(text);
    if (!matcher.find()) {
      throw new IOException("no " + name);
    }
    return matcher.group(1);
  }
}
