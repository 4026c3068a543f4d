package io.agentservice.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code agent migrate} as a process, on an embedded database that no server has open. */
class MigrateCommandIT {
  @TempDir private Path directory;

  @Test
  void aDryRunMakesNothingAndTheCommandWhatItSaid() throws Exception {
    var before = migrate(0, Map.of(), "--dry-run");
    assertThat(before)
        .startsWith("the database is empty; ")
        .contains("001 base", "CREATE TABLE", "instant (a new table)", "not judged")
        .contains("Nothing was changed.");
    assertThat(directory.resolve("home/postgres")).doesNotExist();

    assertThat(migrate(0, Map.of())).startsWith("the database was empty; ").hasLineCount(1);

    var after = JsonObject.parse(migrate(0, Map.of(), "--dry-run", "--json"));
    assertThat(after.fields()).containsEntry("migrations", List.of());
    assertThat(after.number("version", 0)).isEqualTo(after.number("target", 1));
    assertThat(after.text("obstacle")).isNull();
    assertThat(migrate(0, Map.of())).contains("nothing is to be done");
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsAFailureInALine() throws Exception {
    var away =
        Map.of(
            "AGENT_DATABASE_URL",
            "jdbc:postgresql://127.0.0.1:1/agent",
            "AGENT_DATABASE_WAIT_SECONDS",
            "0");

    assertThat(migrate(1, away, "--dry-run")).startsWith("agent: ").hasLineCount(1);
  }

  @Test
  void settingsThatCanNotBeUsedAreWrongUsage() throws Exception {
    assertThat(migrate(2, Map.of("AGENT_PORT", "many"), "--dry-run")).contains("AGENT_PORT");
  }

  private String migrate(int exitCode, Map<String, String> variables, String... words)
      throws Exception {
    var all = new ArrayList<>(List.of("migrate"));
    all.addAll(List.of(words));
    try (var command = CommandProcess.start(directory, variables, all.toArray(String[]::new))) {
      int code = command.exitCode();
      assertThat(code).as(command.output() + command.errors()).isEqualTo(exitCode);
      return exitCode == 0 ? command.output() : command.errors();
    }
  }
}
