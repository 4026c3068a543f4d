package io.agentservice.server.base.settings.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings.Prepared;
import io.agentservice.server.base.settings.reading.Setting;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveSettingsTest {
  private final Map<String, String> start =
      Map.of("AGENT_HOME", "/a", "AGENT_PORT", "1", "AGENT_IDLE_SECONDS", "10");
  private final LiveSettings live = new LiveSettings(Settings.read(start));

  @Test
  void whatMayChangeIsTakenAndWhatMayNotIsNamed() {
    var change = live.take(with("AGENT_IDLE_SECONDS", "11", "AGENT_PORT", "2"));

    assertThat(change.changed()).containsExactly("AGENT_IDLE_SECONDS");
    assertThat(change.fixed()).containsExactly("AGENT_PORT");
    assertThat(live.get().limits().idleSeconds()).isEqualTo(11);
    assertThat(live.get().listen().port()).isEqualTo(1);
  }

  @Test
  void whatIsGoneFromTheFilesHasItsDefaultAgain() {
    var change = live.take(Map.of("AGENT_HOME", "/a"));

    assertThat(change.changed()).containsExactly("AGENT_IDLE_SECONDS");
    assertThat(change.fixed()).containsExactly("AGENT_PORT");
    assertThat(live.get().limits().idleSeconds()).isEqualTo(120);
    assertThat(live.get().listen().port()).isEqualTo(1);
  }

  @Test
  void oneThatNeedsARestartAndIsNewInTheFilesIsNotTakenEither() {
    assertThat(live.take(with("AGENT_CYCLE_DAY", "3")).fixed()).containsExactly("AGENT_CYCLE_DAY");
    assertThat(live.get().limits().cycleDay()).isEqualTo(1);
  }

  @Test
  void oneThatNeedsARestartIsNamedAtEachReloadUntilItIsAsItWas() {
    live.take(with("AGENT_PORT", "2"));

    assertThat(live.take(with("AGENT_PORT", "2")).fixed()).containsExactly("AGENT_PORT");
    assertThat(live.take(start).fixed()).isEmpty();
  }

  @Test
  void ofValuesThatCanNotBeUsedNoneIsTaken() {
    assertThatThrownBy(
            () -> live.take(with("AGENT_IDLE_SECONDS", "11", "AGENT_STALL_SECONDS", "x")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("AGENT_STALL_SECONDS");
    assertThatThrownBy(() -> live.take(with("AGENT_IDLE_SECONDS", "11", "AGENT_PORT", "x")))
        .hasMessageContaining("AGENT_PORT");

    assertThat(live.get()).isEqualTo(live.atStart());
  }

  /** The first of two has prepared itself when the second one says no. */
  @Test
  void whenOnePartRefusesNoneIsPutInPlace() {
    var applied = new ArrayList<String>();
    live.follow(_ -> new Prepared(() -> applied.add("first")));
    live.follow(next -> {
      if (next.limits().idleSeconds() == 13) {
        throw new SettingsException("not 13");
      }
      return new Prepared(Set.of("AGENT_GUARDRAILS_FILE"), () -> applied.add("second"));
    });

    assertThatThrownBy(() -> live.take(with("AGENT_IDLE_SECONDS", "13"))).hasMessage("not 13");
    assertThat(applied).isEmpty();
    assertThat(live.get().limits().idleSeconds()).isEqualTo(10);

    assertThat(live.take(with("AGENT_IDLE_SECONDS", "14")).changed())
        .containsExactly("AGENT_GUARDRAILS_FILE", "AGENT_IDLE_SECONDS");
    assertThat(applied).containsExactly("first", "second");
  }

  @Test
  void theNamesThatOtherProgramsGiveToKeysCountToo() {
    assertThat(live.take(with("OPENAI_API_KEY", "k-2")).changed())
        .containsExactly("OPENAI_API_KEY");
  }

  /** A value of each kind that no default is: no setting is forgotten by either side. */
  @Test
  void eachSettingIsEitherTakenOrNamed() {
    for (Setting setting : Settings.reference()) {
      var other =
          List.of("7", "true", "false", "other", "WARN", "1,2", "https://a.example", "2027-01-01")
              .stream()
              .filter(value -> isFit(setting.name(), value))
              .findFirst();
      if (other.isEmpty()) {
        continue;
      }
      var change = new LiveSettings(Settings.read(start)).take(with(setting.name(), other.get()));
      assertThat(change.changed())
          .as(setting.name())
          .isEqualTo(setting.reloadable() ? Set.of(setting.name()) : Set.of());
      assertThat(change.fixed())
          .as(setting.name())
          .isEqualTo(setting.reloadable() ? Set.of() : Set.of(setting.name()));
    }
  }

  private boolean isFit(String name, String value) {
    try {
      Settings.read(with(name, value));
      return true;
    } catch (SettingsException _) {
      return false;
    }
  }

  private Map<String, String> with(String... pairs) {
    var values = new HashMap<>(start);
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return values;
  }
}
