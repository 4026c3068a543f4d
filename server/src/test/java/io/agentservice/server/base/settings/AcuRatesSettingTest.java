package io.agentservice.server.base.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcuRatesSettingTest {
  @Test
  void anAcuIsFifteenMinutesOrTwoDollarsUnlessTheSettingsSayOtherwise() {
    assertThat(Settings.read(Map.of()).limits().rates())
        .isEqualTo(new AcuRates(900, new BigDecimal("2")));
    assertThat(
            Settings.read(Map.of("AGENT_ACU_MACHINE_SECONDS", "60", "AGENT_ACU_DOLLARS", "0.25"))
                .limits()
                .rates())
        .isEqualTo(new AcuRates(60, new BigDecimal("0.25")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "two", "1e9", "0.0000001", "NaN"})
  void whatCanNotBeDividedByIsRefused(String dollars) {
    assertThatThrownBy(() -> Settings.read(Map.of("AGENT_ACU_DOLLARS", dollars)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("AGENT_ACU_DOLLARS must be a number above 0 such as 2");
  }
}
