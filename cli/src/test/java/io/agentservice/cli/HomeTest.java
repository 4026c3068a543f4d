package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir private Path directory;

  @Test
  void credentialsAreForTheOwnerOnlyAndComeBack() throws IOException {
    var home = new Home(directory.resolve("home"));
    assertThat(home.credentials()).isEmpty();
    home.write(new Home.Credentials(null, "agt_secret"));
    assertThat(home.credentials()).contains(new Home.Credentials(null, "agt_secret"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.credentialsFile())))
        .isEqualTo("rw-------");
    try (var files = Files.list(home.path())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void credentialsNeverShowTheKey() {
    assertThat(new Home.Credentials("http://h", "agt_secret").toString()).doesNotContain("secret");
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Files.writeString(directory.resolve("server.json"), "{\"url\":");
    assertThatThrownBy(new Home(directory)::server).hasMessageContaining("server.json");
  }

  @Test
  void theVariableSaysWhereItIs() {
    assertThat(Home.of(Map.of("AGENT_HOME", "/data/agent")).path()).hasToString("/data/agent");
    assertThat(Home.of(Map.of("AGENT_HOME", " ")).path().toString()).endsWith("/.agent");
  }
}
