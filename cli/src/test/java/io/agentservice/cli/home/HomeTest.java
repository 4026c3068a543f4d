package io.agentservice.cli.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.testing.AnnouncedServer;
import java.io.IOException;
import java.net.URI;
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
    assertThat(home.credentials()).isEqualTo(Credentials.NONE);
    var kept = Credentials.NONE.withOwn("agt_secret").with(URI.create("https://h"), "agt_h");
    home.write(kept);
    assertThat(home.credentials()).isEqualTo(kept);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.credentialsFile())))
        .isEqualTo("rw-------");
    try (var files = Files.list(home.path())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void credentialsNeverShowTheKey() {
    var kept = Credentials.NONE.withOwn("agt_secret").with(URI.create("http://h"), "agt_secret");
    assertThat(kept.toString()).contains("http://h").doesNotContain("secret");
  }

  @Test
  void ourOwnKeyIsTheLastOneOnTheLineForProgramsOfTheShell() throws IOException {
    var home = new Home(directory);
    home.write(Credentials.NONE.withOwn("agt_own").with(URI.create("https://h"), "agt_h"));
    var line = Files.readString(home.credentialsFile());
    assertThat(line.replaceAll(".*\"key\":\"([^\"]*)\".*", "$1")).isEqualTo("agt_own\n");
  }

  @Test
  void aFileOfAnOlderVersionIsRead() throws IOException {
    var home = new Home(directory);
    Files.writeString(home.credentialsFile(), "{\"key\":\"agt_own\"}\n");
    assertThat(home.credentials()).isEqualTo(Credentials.NONE.withOwn("agt_own"));
    Files.writeString(home.credentialsFile(), "{\"url\":\"https://h\",\"key\":\"agt_h\"}\n");
    assertThat(home.credentials())
        .isEqualTo(Credentials.NONE.with(URI.create("https://h"), "agt_h"));
  }

  @Test
  void aServerIsFoundWhileItsProcessLives() throws Exception {
    var home = new Home(directory);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes = System.getProperty("java.class.path");
    var server =
        new ProcessBuilder(
                java, "-cp", classes, AnnouncedServer.class.getName(), directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = server.inputReader()) {
      assertThat(said.readLine()).isEqualTo("announced");
      for (int i = 0; i < 2; i++) { // looking takes nothing away
        assertThat(home.server()).map(Home.Server::url).contains("http://127.0.0.1:8080");
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
    assertThat(directory.resolve("server.json")).exists();
    assertThat(home.server()).isEmpty();
  }

  @Test
  void filesAndDirectoriesInsideAreForTheOwnerOnly() throws IOException {
    var home = new Home(directory.resolve("home"));
    assertThat(mode(home.directory("runs"))).isEqualTo("rwx------");
    assertThat(mode(home.file("run.log"))).isEqualTo("rw-------");
    assertThat(home.file("run.log")).exists();
    assertThat(mode(home.path())).isEqualTo("rwx------");
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Files.writeString(directory.resolve("credentials.json"), "{\"url\":");
    assertThatThrownBy(new Home(directory)::credentials).hasMessageContaining("credentials.json");
    Files.writeString(directory.resolve("credentials.json"), "{\"logins\":[{}]}");
    assertThatThrownBy(new Home(directory)::credentials).hasMessageContaining("credentials.json");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void theVariableSaysWhereItIs() {
    assertThat(Home.of(Map.of("AGENT_HOME", "/data/agent")).path()).hasToString("/data/agent");
    assertThat(Home.of(Map.of("AGENT_HOME", " ")).path().toString()).endsWith("/.agent");
  }

  @Test
  void theDataDirectoryFollowsTheVariablesAgentHomeAndHome() {
    assertThat(Home.of(Map.of("HOME", "/home/ada")).path()).isEqualTo(Path.of("/home/ada/.agent"));
    assertThat(Home.of(Map.of("HOME", "/home/ada", "AGENT_HOME", "/data")).path())
        .isEqualTo(Path.of("/data"));
    assertThat(Home.of(Map.of()).path())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".agent"));
  }
}
