package io.agentservice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RisksTest {
  private static final Map<String, String> SOUND =
      Map.of(
          "AGENT_DATABASE_URL",
          "jdbc:postgresql://db.example.com/agent?password=hunter2&sslmode=verify-full",
          "AGENT_MASTER_KEY",
          "k",
          "AGENT_ATTACHMENT_STORE",
          "s3://files",
          "AGENT_BIND",
          "0.0.0.0",
          "AGENT_BASE_URL",
          "https://agent.example.com");

  @TempDir private Path directory;

  @Test
  void theSettingsOfTheReadmeAreSound() {
    assertThat(Risks.of(SOUND, null)).isEmpty();
  }

  @Test
  void anInstallationWithoutTlsIsRisky() {
    assertThat(Risks.of(with("AGENT_BASE_URL", "http://agent.example.com"), null))
        .singleElement()
        .asString()
        .contains("AGENT_BASE_URL is http");
    assertThat(Risks.of(with("AGENT_BASE_URL", "http://127.0.0.1:8080"), null)).isEmpty();
  }

  @Test
  void aDatabaseWhoseCertificateIsNotLookedAtIsRiskyAndItsPasswordNotTold() {
    assertThat(
            Risks.of(with("AGENT_DATABASE_URL", "jdbc:postgresql://db/a?password=hunter2"), null))
        .singleElement()
        .asString()
        .contains("verify-full")
        .doesNotContain("hunter2");
  }

  @Test
  void noLimitAndModelsOfTestsAreRisky() {
    assertThat(Risks.of(with("AGENT_RATE_WRITES", "0"), null)).hasSize(1);
    assertThat(Risks.of(with("AGENT_REPLAY_MODELS", "true"), null)).hasSize(1);
  }

  @Test
  void aFileThatOthersReadIsRisky() throws IOException {
    var file = Files.createFile(directory.resolve("agent.env"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(Risks.of(SOUND, file)).singleElement().asString().contains("chmod 600");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(Risks.of(SOUND, file)).isEmpty();
  }

  private static Map<String, String> with(String name, String value) {
    var values = new HashMap<>(SOUND);
    values.put(name, value);
    return values;
  }
}
