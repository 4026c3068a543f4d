package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
  /** In none of them is this a value, where not everything is one. */
  private static final String SECRET = "sw0rdfish:{\0";

  static Stream<String> names() {
    return Settings.reference().stream().map(Setting::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void anErrorNamesTheSettingAndNeverItsValue(String name) {
    try {
      Settings.read(Map.of(name, SECRET));
    } catch (SettingsException e) {
      assertThat(e.getMessage()).startsWith(name).doesNotContain("sw0rdfish");
    }
  }

  @Test
  void theAddressAmongServersHasNoPath() {
    assertThat(server("http://[fd00::1]:8080/")).isEqualTo("http://[fd00::1]:8080");
    for (String bad : List.of("http://a/b", "http://a?b", "http://a/?", "http://fd00::1:8080")) {
      assertThatThrownBy(() -> server(bad))
          .as(bad)
          .isInstanceOf(SettingsException.class)
          .hasMessageStartingWith("AGENT_SERVER_URL");
    }
  }

  private static @Nullable String server(String address) {
    return Settings.read(Map.of("AGENT_SERVER_URL", address)).listen().serverUrl();
  }

  @Test
  void everyBadSettingIsNamedAtOnce() {
    assertThatThrownBy(() ->
            Settings.read(
                Map.of(
                    "AGENT_DATABASE_URL", "postgres://me:sw0rdfish@db/agent",
                    "AGENT_MASTER_KEY", "sw0rdfish",
                    "AGENT_PORT", "sw0rdfish")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            "AGENT_DATABASE_URL must begin with jdbc:postgresql://",
            "AGENT_MASTER_KEY must be 32 random bytes",
            "AGENT_PORT must be a number")
        .message()
        .doesNotContain("sw0rdfish");
  }
}
