package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static long number(String text, String name) throws IOException {
    var matcher = Pattern.compile("(?m)^(?:Environment=)?" + name + "=(\\d+)$").matcher(text);
    if (!matcher.find()) {
      throw new IOException("no " + name);
    }
    return Long.parseLong(matcher.group(1));
  }
}
