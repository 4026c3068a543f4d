package io.agentservice.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.llm.failures.ProviderFailure;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Chunks that no server is needed for; those of known servers are in {@code ModelServers}. */
class OpenAiStreamTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Reply reply(String... chunks) {
    var failure = new ProviderFailure("openai", "chat completions", "m", null);
    var stream = new OpenAiStream(TextListener.NONE, failure, 1);
    for (var chunk : chunks) {
      stream.hear(JSON.readTree(chunk));
    }
    return stream.reply("m", true);
  }

  private static String calls(String json) {
    return "{\"choices\":[{\"delta\":{\"tool_calls\":" + json + "}}]}";
  }

  @Test
  void aCallThatStandsInNoListIsACall() {
    var reply = reply(calls("{\"id\":\"a\",\"function\":{\"name\":\"bash\"}}"));
    assertThat(reply.parts())
        .containsExactly(new Part.ToolUse("a", "bash", JSON.createObjectNode()));
  }

  @Test
  void theIdOfACallMayComeWithALaterPiece() {
    var reply =
        reply(
            calls("[{\"function\":{\"name\":\"bash\",\"arguments\":\"{\"}}]"),
            calls("[{\"id\":\"late\",\"function\":{\"arguments\":\"}\"}}]"));
    assertThat(reply.parts())
        .containsExactly(new Part.ToolUse("late", "bash", JSON.createObjectNode()));
  }

  @Test
  void noTokenOfThePromptCountsTwice() {
    var reply =
        reply(
            """
            {"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":7,
             "prompt_tokens_details":{"cached_tokens":60,"cache_write_tokens":30}}}
            """);
    assertThat(reply.usage()).isEqualTo(new Usage(10, 7, 60, 30));
  }
}
