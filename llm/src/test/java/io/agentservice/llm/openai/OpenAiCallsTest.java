package io.agentservice.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.models.LlmSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Where requests go and what they say of the caller, as the provider's SDK had it. */
class OpenAiCallsTest {

  @Test
  void openAiItselfIsNotSentWhatAnotherServerSentBesideACall() {
    var json = JsonMapper.shared();
    var use =
        new Part.ToolUse("a", "bash", json.createObjectNode(), json.readTree("{\"google\":{}}"));
    var said =
        List.of(
            ChatMessage.user("Go"),
            ChatMessage.assistant(List.of(use)),
            ChatMessage.user(Part.ToolResult.text("a", "ok", false)));
    var prompt = new Prompt("", said, List.of(), 10);

    var own = OpenAiRequests.toJson("m", prompt, OpenAiDialect.usual("m", false));
    var other = OpenAiRequests.toJson("m", prompt, OpenAiDialect.usual("m", true));

    assertThat(own.at("/messages/1/tool_calls/0").has("extra_content")).isFalse();
    assertThat(other.at("/messages/1/tool_calls/0").has("extra_content")).isTrue();
  }

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
