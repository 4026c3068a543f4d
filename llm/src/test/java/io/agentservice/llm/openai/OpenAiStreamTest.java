package io.agentservice.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.llm.failures.ProviderFailure;
import io.agentservice.llm.http.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Chunks that no server is needed for; those of known servers are in {@code ModelServers}. */
class OpenAiStreamTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Reply reply(String... chunks) {
    var failure =
        new ProviderFailure(
            "openai", "chat completions", "m", new Connection(null, null, Duration.ZERO));
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

  private static String finish(String reason) {
    return "{\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}";
  }

  /** vLLM, DeepSeek and gateways tell in this way of what has stopped them. */
  @ParameterizedTest
  @ValueSource(strings = {"abort", "insufficient_system_resource", "network_error"})
  void anAnswerThatItsServerHadToBreakOffIsNone(String reason) {
    var words = "{\"choices\":[{\"delta\":{\"content\":\"I be\"}}]}";
    assertThatThrownBy(() -> reply(words, finish(reason)))
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("broke off")
        .extracting(e -> ((LlmException) e).kind())
        .isEqualTo(LlmException.Kind.UNREACHABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"eos", "stop_sequence"})
  void anyOtherReasonToFinishIsAsGoodAsStop(String reason) {
    var call = calls("[{\"id\":\"a\",\"function\":{\"name\":\"bash\"}}]");
    assertThat(reply(call, finish(reason)).stop()).isEqualTo(Stop.TOOL_USE);
  }

  @Test
  void aCallThatWasCutBeforeItsArgumentsIsNotOneWithoutAny() {
    var both =
        calls(
            """
            [{"index":0,"id":"a","function":{"name":"view"}},
             {"index":1,"id":"b","function":{"name":"bash","arguments":""}}]\
            """);

    var reply = reply(both, finish("length"));

    assertThat(reply.stop()).isEqualTo(Stop.MAX_TOKENS);
    assertThat(reply.toolUses().getFirst().malformedInput()).isEmpty();
    assertThat(reply.toolUses().getLast().malformedInput()).contains("");
    assertThat(reply(both, finish("tool_calls")).toolUses().getLast().malformedInput()).isEmpty();
  }
}
