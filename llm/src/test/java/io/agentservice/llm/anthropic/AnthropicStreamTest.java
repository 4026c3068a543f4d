package io.agentservice.llm.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.answers.StreamContract;
import io.agentservice.llm.failures.ProviderFailure;
import io.agentservice.llm.http.Connection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicStreamTest extends StreamContract {

  AnthropicStreamTest() {
    super("anthropic/thinking-text-and-tools.sse");
  }

  @Override
  protected Reply read(InputStream stream) {
    var failure =
        new ProviderFailure(
            "anthropic", "Messages", "m", new Connection(null, null, Duration.ZERO));
    var reader = new AnthropicStream(TextListener.NONE, failure);
    try {
      hear(stream, reader::hear);
      return reader.reply();
    } catch (IOException e) {
      throw failure.of(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"max_tokens, true", "tool_use, false"})
  void aCallThatWasCutBeforeItsInputIsNotOneWithoutAny(String reason, boolean malformed) {
    var stream =
        """
        data: {"type":"message_start","message":{"model":"m","usage":{"output_tokens":1}}}

        data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"bash","input":{}}}

        data: {"type":"content_block_stop","index":0}

        data: {"type":"message_delta","delta":{"stop_reason":"%s"},"usage":{"output_tokens":9}}

        data: {"type":"message_stop"}

        """
            .formatted(reason);

    var reply = read(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));

    assertThat(reply.toolUses().getFirst().malformedInput().isPresent()).isEqualTo(malformed);
  }
}
