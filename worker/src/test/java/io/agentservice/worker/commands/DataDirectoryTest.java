package io.agentservice.worker.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {
  @Test
  void itFollowsTheVariablesAgentHomeAndHome() {
    assertThat(DataDirectory.usual(Map.of("HOME", "/home/ada")))
        .isEqualTo(Path.of("/home/ada/.agent/worker"));
    assertThat(DataDirectory.usual(Map.of("HOME", "/home/ada", "AGENT_HOME", "/data")))
        .isEqualTo(Path.of("/data/worker"));
    assertThat(DataDirectory.usual(Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".agent", "worker"));
  }

  @Test
  void aDirectoryThatWasNamedWins() {
    assertThat(DataDirectory.of(Path.of("/mine"))).isEqualTo(Path.of("/mine"));
  }
}
