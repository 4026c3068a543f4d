package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.settings.reading.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is masked is what is declared secret. */
class SecretSettingsTest {
  private static final String VALUE = "the-value-of-a-credential";
  private static final Pattern CREDENTIAL = Pattern.compile(".*_(KEY|TOKEN|SECRET|PASSWORD)");

  @Test
  void everySettingThatIsCalledACredentialIsDeclaredSecret() {
    assertThat(Settings.reference())
        .filteredOn(setting -> CREDENTIAL.matcher(setting.name()).matches())
        .isNotEmpty()
        .allMatch(Setting::secret);
  }

  @Test
  void variablesOfOtherProgramsOfTheInstallationAreMaskedToo() {
    var names =
        List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AGENT_API_KEY", "AGENT_OUTPOSTS_TOKEN");
    var given = names.stream().collect(Collectors.toMap(name -> name, _ -> VALUE));

    assertThat(Settings.read(given).variables().secrets()).containsAllEntriesOf(given);
  }

  @Test
  void aSecretThatLiesInAFileIsMaskedByItsContent(@TempDir Path directory) throws IOException {
    var file = Files.writeString(directory.resolve("secret"), VALUE + "\n");

    assertThat(
            Settings.read(Map.of("AGENT_OIDC_CLIENT_SECRET_FILE", file.toString()))
                .variables()
                .secrets())
        .containsEntry("AGENT_OIDC_CLIENT_SECRET", VALUE);
  }
}
