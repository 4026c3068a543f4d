package io.agentservice.cli.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {
  private static final ServiceSettings THERE =
      ServiceSettings.of(
          Map.of(
              "AGENT_OPENAI_BASE_URL", "http://a/v1",
              "OPENAI_API_KEY", "sk-secret",
              "AGENT_MODEL", "openai:big",
              "AGENT_IDLE_SECONDS", "60",
              "AGENT_PORT", "0"));

  @Test
  void valuesAreNotKept() {
    assertThat(THERE.toString()).doesNotContain("secret", "http", "big", "AGENT_PORT");
  }

  @Test
  void whatIsNotSetHereHoldsAsThere() {
    assertThat(THERE.otherModelServers(Map.of(), "")).isEmpty();
    assertThat(THERE.otherSettings(Map.of("AGENT_IDLE_SECONDS", " "))).isEmpty();
    assertThat(THERE.hasOtherModel(Map.of())).isFalse();
  }

  @Test
  void whatIsSetHereToSomethingElseIsNamed() {
    var here =
        Map.of(
            "AGENT_OPENAI_BASE_URL", "http://b/v1",
            "OPENAI_API_KEY", "sk-secret",
            "ANTHROPIC_API_KEY", "sk-ant",
            "AGENT_MODEL", "openai:small",
            "AGENT_IDLE_SECONDS", "61",
            "AGENT_PORT", "8080",
            "AGENT_WORKER_NAME", "mine");
    assertThat(THERE.otherModelServers(here, ""))
        .containsExactly("AGENT_OPENAI_BASE_URL", "ANTHROPIC_API_KEY");
    assertThat(THERE.otherModelServers(here, "openai:small"))
        .containsExactly("AGENT_OPENAI_BASE_URL");
    assertThat(THERE.otherModelServers(here, "replay:/file")).isEmpty();
    assertThat(THERE.otherSettings(here)).containsExactly("AGENT_IDLE_SECONDS");
    assertThat(THERE.hasOtherModel(here)).isTrue();
  }

  @Test
  void ofAServerThatSaysNothingNothingIsKnown() {
    var here = Map.of("OPENAI_API_KEY", "sk", "AGENT_MODEL", "m");
    assertThat(new ServiceSettings(Map.of()).otherModelServers(here, "")).isEmpty();
    assertThat(new ServiceSettings(Map.of()).hasOtherModel(here)).isFalse();
  }
}
