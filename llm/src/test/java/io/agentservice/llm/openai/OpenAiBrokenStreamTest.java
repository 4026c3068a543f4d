package io.agentservice.llm.openai;

import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.answers.StreamContract;
import io.agentservice.llm.failures.ProviderFailure;
import io.agentservice.llm.http.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

class OpenAiBrokenStreamTest extends StreamContract {

  OpenAiBrokenStreamTest() {
    super("openai/text-and-tools.sse");
  }

  @Override
  protected Reply read(InputStream stream) {
    var failure =
        new ProviderFailure(
            "openai", "chat completions", "m", new Connection(null, null, Duration.ZERO));
    var reader = new OpenAiStream(TextListener.NONE, failure, 1);
    try {
      boolean done = hear(stream, reader::hear);
      return reader.reply("m", done);
    } catch (IOException e) {
      throw failure.of(e);
    }
  }
}
