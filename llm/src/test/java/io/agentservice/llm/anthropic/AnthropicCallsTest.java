package io.agentservice.llm.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.models.LlmSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where requests go and what they say of the caller, as the provider's SDK had it. */
class AnthropicCallsTest {

  @Test
  void anthropicItselfGetsItsKeyAsBearerToken() {
    var connection = LlmSettings.from(Map.of("ANTHROPIC_API_KEY", "k")).anthropic();

    assertThat(AnthropicCalls.address(connection))
        .isEqualTo("https://api.anthropic.com/v1/messages");
    assertThat(AnthropicCalls.headers(connection))
        .isEqualTo(Map.of("Authorization", "Bearer k", "anthropic-version", "2026-10-21"));
  }

  @Test
  void gatewaysGetTheHeaderThatTheyKnow() {
    var connection =
        LlmSettings.from(
                Map.of("ANTHROPIC_API_KEY", "k", "ANTHROPIC_BASE_URL", "http://gw:9/a/b/v1/"))
            .anthropic();

    assertThat(AnthropicCalls.address(connection)).isEqualTo("http://gw:9/a/b/v1/messages");
    assertThat(AnthropicCalls.headers(connection))
        .isEqualTo(Map.of("x-api-key", "k", "anthropic-version", "2026-10-21"));
  }
}
