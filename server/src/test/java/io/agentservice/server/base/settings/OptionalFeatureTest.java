package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.settings.reading.SettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionalFeatureTest {
  @Test
  void everythingIsServedUnlessASettingSaysWhat() {
    assertThat(Settings.read(Map.of()).features())
        .containsExactlyInAnyOrder(OptionalFeature.values());
    assertThat(Settings.read(Map.of("AGENT_FEATURES", "legacy, session-tags")).features())
        .containsExactlyInAnyOrder(OptionalFeature.LEGACY, OptionalFeature.SESSION_TAGS);
  }

  @Test
  void everythingCanBeSwitchedOff() {
    assertThat(Settings.read(Map.of("AGENT_FEATURES", "none")).features()).isEmpty();
    assertThatThrownBy(() -> Settings.read(Map.of("AGENT_FEATURES", "none,legacy")))
        .hasMessageContaining("AGENT_FEATURES takes names of");
  }

  @Test
  void aNameThatIsNoneIsAnError() {
    assertThatThrownBy(() -> Settings.read(Map.of("AGENT_FEATURES", "legacy,magic")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("AGENT_FEATURES takes names of org-group-limits,session-tags");
  }
}
