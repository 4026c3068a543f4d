package io.agentservice.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.models.LlmSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where requests go and what they say of the caller, as the provider's SDK had it. */
class OpenAiCallsTest {

  @Test
  void openAiAndThoseLikeItGetABearerToken() {
    var own = LlmSettings.from(Map.of("OPENAI_API_KEY", "k")).openAi();
    var local = LlmSettings.from(Map.of("OPENAI_BASE_URL", "http://gw:9/a/b/")).openAi();

    assertThat(OpenAiCalls.address(own)).isEqualTo("https://api.openai.com/v1/chat/completions");
    assertThat(OpenAiCalls.headers(own)).isEqualTo(Map.of("Authorization", "Bearer k"));
    assertThat(OpenAiCalls.address(local)).isEqualTo("http://gw:9/a/b/chat/completions");
    assertThat(OpenAiCalls.headers(local)).isEqualTo(Map.of("Authorization", "Bearer none"));
  }
}
