package io.agentservice.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a killed worker left running. */
class OrphansTest {
  private static final String SESSION = "agent-01a1ee565e0070001111111111111111";

  @TempDir private Path data;
  private Path directory;

  @BeforeEach
  void prepare() throws IOException {
    directory = Files.createDirectories(data.resolve("sessions").resolve(SESSION));
    Files.createFile(directory.resolve("remote.lock"));
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere nobody shows his variables
  void commandsOfARemoteThatWasKilledEnd() throws Exception {
    var command = new ProcessBuilder("sleep", "618");
    command.environment().put("AGENT_SESSION_ID", SESSION);
    command.environment().put("AGENT_REMOTE_STATE_DIR", directory.toString());
    var running = command.start();
    try {
      LocalWorker.endOrphans(data);
      assertThat(running.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      running.destroyForcibly();
    }
  }

  @Test
  void whatIsNoSessionIsPassedOver() throws Exception {
    Files.createFile(data.resolve("sessions/.DS_Store"));
    LocalWorker.endOrphans(data);
    assertThat(directory).exists();
  }

  @Test
  void thereMayHaveBeenNoSession() {
    LocalWorker.endOrphans(data.resolve("none"));
    assertThat(data.resolve("none")).doesNotExist();
  }
}
