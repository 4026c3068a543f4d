package io.agentservice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.testing.CommandProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code agent config check} as a process: where settings come from, and what is never shown. */
class ConfigCommandIT {
  @TempDir private Path directory;

  @Test
  void eachSettingIsShownWithItsOriginAndNoSecretWithItsValue() throws Exception {
    var key = Files.writeString(directory.resolve("key"), "hunter2-of-a-file");
    var file =
        Files.writeString(
            directory.resolve("settings"),
            """
            AGENT_BIND=0.0.0.0
            AGENT_IDLE_SECONDS=7
            AGENT_DATABASE_URL=jdbc:postgresql://db/agent?password=hunter2-of-the-address
            AGENT_ANTHROPIC_API_KEY_FILE=%s
            """
                .formatted(key));

    var variables =
        Map.of(
            "AGENT_CONFIG",
            file.toString(),
            "AGENT_PORT",
            "1234",
            "AGENT_RATE_READS",
            "9",
            "OPENAI_API_KEY",
            "hunter2-of-others",
            "OPENAI_BASE_URL",
            "http://localhost:1/v1");
    var said = check(0, variables);

    assertThat(said)
        .contains("AGENT_PORT=1234 (variable)\n")
        .contains("AGENT_IDLE_SECONDS=7 (file " + file + ") reloads\n")
        .contains("AGENT_STALL_SECONDS (default: 120) reloads\n")
        .contains("AGENT_RATE_READS=9 (variable)\n")
        .contains("AGENT_BIND=0.0.0.0 (file " + file + ")")
        .contains("AGENT_DATABASE_URL=(secret) (file " + file + ")")
        .contains("AGENT_ANTHROPIC_API_KEY=(secret) (file " + key + ")")
        .contains("AGENT_OPENAI_API_KEY=(secret) (variable OPENAI_API_KEY)")
        .contains("AGENT_OPENAI_BASE_URL=http://localhost:1/v1 (variable OPENAI_BASE_URL)")
        .contains("risk: AGENT_DATABASE_URL has no sslmode=verify-full")
        .doesNotContain("hunter2");
  }

  @Test
  void whatCannotBeUsedFailsAndWhatIsMisspeltIsNamed() throws Exception {
    var said = check(1, Map.of("AGENT_PORT", "many", "AGENT_PROT", "1"));

    assertThat(said).containsPattern("error: .*AGENT_PORT").containsPattern("unknown: AGENT_PROT");
  }

  private String check(int exitCode, Map<String, String> variables) throws Exception {
    try (var command =
        CommandProcess.start(directory, new HashMap<>(variables), "config", "check")) {
      assertThat(command.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(command.process().exitValue()).as(command.errors()).isEqualTo(exitCode);
      return command.output();
    }
  }
}
