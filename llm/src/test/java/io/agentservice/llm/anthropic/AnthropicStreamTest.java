package io.agentservice.llm.anthropic;

import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.answers.StreamContract;
import io.agentservice.llm.failures.ProviderFailure;
import java.io.IOException;
import java.io.InputStream;

class AnthropicStreamTest extends StreamContract {

  AnthropicStreamTest() {
    super("anthropic/thinking-text-and-tools.sse");
  }

  @Override
  protected Reply read(InputStream stream) {
    var failure = new ProviderFailure("anthropic", "Messages", "m", null);
    var reader = new AnthropicStream(TextListener.NONE, failure);
    try {
      hear(stream, reader::hear);
      return reader.reply();
    } catch (IOException e) {
      throw failure.of(e);
    }
  }
}
