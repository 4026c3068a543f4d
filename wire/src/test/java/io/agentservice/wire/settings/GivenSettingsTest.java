package io.agentservice.wire.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenSettingsTest {
  @TempDir private Path directory;

  @Test
  void theFileIsReadBelowTheVariables() throws IOException {
    var file = file("settings", "# ours\n\nAGENT_PORT = 1\nAGENT_BIND=\"0.0.0.0\"\n");

    var given = GivenSettings.read(Map.of("AGENT_CONFIG", file, "AGENT_PORT", "2", "PATH", "/bin"));

    assertThat(given.values())
        .containsEntry("AGENT_PORT", "2")
        .containsEntry("AGENT_BIND", "0.0.0.0")
        .containsEntry("PATH", "/bin");
    assertThat(given.origins()).containsExactly(Map.entry("AGENT_BIND", file));
  }

  @Test
  void anEmptyVariableCountsAsUnset() throws IOException {
    var file = file("settings", "AGENT_PORT=1");
    assertThat(GivenSettings.of(Map.of("AGENT_CONFIG", file, "AGENT_PORT", " ")))
        .containsEntry("AGENT_PORT", "1");
  }

  @Test
  void theFileOfTheDataDirectoryNeedsNoName() throws IOException {
    file("agent.env", "AGENT_PORT=1");
    assertThat(GivenSettings.of(Map.of("AGENT_HOME", directory.toString())))
        .containsEntry("AGENT_PORT", "1");
    assertThat(GivenSettings.of(Map.of("HOME", directory.toString())))
        .doesNotContainKey("AGENT_PORT");
  }

  @Test
  void aSecretMayStandInAFileOfItsOwn() throws IOException {
    var file = file("key", "abc\n");

    var given = GivenSettings.read(Map.of("AGENT_MASTER_KEY_FILE", file));

    assertThat(given.values()).containsOnly(Map.entry("AGENT_MASTER_KEY", "abc"));
    assertThat(given.origins()).containsEntry("AGENT_MASTER_KEY", file);
    assertThat(given.toString()).doesNotContain("abc");
  }

  @Test
  void aSettingsFileMayNameTheFileOfASecret() throws IOException {
    var key = file("key", "abc");
    var file = file("settings", "ANTHROPIC_API_KEY_FILE=" + key);
    assertThat(GivenSettings.of(Map.of("AGENT_CONFIG", file)))
        .containsEntry("ANTHROPIC_API_KEY", "abc");
  }

  @Test
  void theSecretItselfWinsOverItsFile() throws IOException {
    var file = file("key", "of the file");
    assertThat(
            GivenSettings.of(
                Map.of("AGENT_MASTER_KEY_FILE", file, "AGENT_MASTER_KEY", "of the variable")))
        .containsOnly(Map.entry("AGENT_MASTER_KEY", "of the variable"));
  }

  /** They are files for another reason. */
  @Test
  void otherFilesStayWhatTheyAre() {
    var variables = Map.of("AGENT_GUARDRAILS_FILE", "/none", "AGENT_OIDC_CLIENT_SECRET_FILE", "/n");
    assertThat(GivenSettings.of(variables)).isEqualTo(variables);
  }

  @Test
  void aFileThatIsNotThereIsNamedWithItsSetting() {
    assertThatThrownBy(() -> GivenSettings.of(Map.of("AGENT_OUTPOSTS_TOKEN_FILE", "/not/there")))
        .hasMessage("AGENT_OUTPOSTS_TOKEN_FILE must name a file that can be read");
    assertThatThrownBy(() -> GivenSettings.of(Map.of("AGENT_CONFIG", "/not/there")))
        .hasMessageContaining("/not/there")
        .hasMessageContaining("AGENT_CONFIG");
  }

  @Test
  void aLineOfNoSenseIsToldByItsNumberOnly() throws IOException {
    var file = file("settings", "AGENT_PORT=1\nhunter2\n");
    assertThatThrownBy(() -> GivenSettings.of(Map.of("AGENT_CONFIG", file)))
        .hasMessageContaining("line 2 of " + file)
        .hasMessageNotContaining("hunter2");
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content).toString();
  }
}
