package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedHomeIT {
  @TempDir private Path place;

  @Test
  void aServerBeginsOnACopyWithKeysOfItsOwnAndLeavesTheOriginalAsItIs() throws Exception {
    var prepared = place.resolve("prepared");
    PreparedHome.make(prepared);
    var made = Files.getLastModifiedTime(prepared.resolve("contents"));
    assertThat(prepared.resolve("master.key")).doesNotExist();

    var home = place.resolve("home");
    try (var app = App.start(settings(home, prepared))) {
      assertThat(app.firstKey()).as("of an empty database").isPresent();
    }

    assertThat(program(home)).isEqualTo(program(prepared));
    assertThat(Files.readString(home.resolve("postgres/password")))
        .isNotEqualTo(Files.readString(prepared.resolve("postgres/password")));
    PreparedHome.make(prepared);
    assertThat(Files.getLastModifiedTime(prepared.resolve("contents"))).isEqualTo(made);
  }

  @Test
  void oneOfOtherTablesIsMadeAnew() throws Exception {
    var prepared = place.resolve("prepared");
    Files.createDirectories(prepared);
    Files.writeString(prepared.resolve("contents"), "of another release");

    PreparedHome.make(prepared);

    assertThat(prepared.resolve("postgres/data/PG_VERSION")).exists();
    assertThat(prepared.resolve("contents")).content().isNotEqualTo("of another release");
  }

  private static Settings settings(Path home, Path prepared) {
    return Settings.read(
        Map.of(
            "AGENT_HOME",
            home.toString(),
            "AGENT_PORT",
            "0",
            "AGENT_PREPARED_HOME",
            prepared.toString()));
  }

  /** Which file it is, by whatever name. */
  private static Object program(Path home) throws IOException {
    try (var programs = Files.newDirectoryStream(home.resolve("cache"), "postgres-*")) {
      return Files.getAttribute(programs.iterator().next().resolve("bin/postgres"), "unix:ino");
    }
  }
}
