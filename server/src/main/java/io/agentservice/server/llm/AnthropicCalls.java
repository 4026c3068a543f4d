package io.agentservice.server.llm;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.LogLevel;
import com.anthropic.core.Timeout;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicException;
import com.anthropic.errors.AnthropicInvalidDataException;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.RawMessageStreamEvent;
import java.util.Iterator;

/** Calls of the Anthropic API through one shared client with its connections. */
final class AnthropicCalls implements AutoCloseable {

  private final Connection connection;
  private final AnthropicClient client;

  AnthropicCalls(Connection connection) {
    this.connection = connection;
    var builder =
        AnthropicOkHttpClient.builder()
            .apiKey(connection.keyToSend())
            .maxRetries(0)
            .logLevel(LogLevel.OFF)
            .timeout(
                Timeout.builder()
                    .connect(connection.connectTimeout())
                    .read(connection.timeout())
                    .write(connection.timeout())
                    .request(connection.timeout())
                    .build());
    if (connection.baseUrl() != null) {
      builder.baseUrl(connection.baseUrl().toString());
      // Gateways often know only this header. The SDK then leaves out its own, a bearer token.
      builder.putHeader("x-api-key", connection.keyToSend());
    }
    client = builder.build();
  }

  Reply complete(String model, Prompt prompt, TextListener live) {
    var failure = new ProviderFailure("anthropic:" + model, "ANTHROPIC_API_KEY", connection.key());
    var stream = new AnthropicStream(live);
    try (StreamResponse<RawMessageStreamEvent> response =
        client.messages().createStreaming(AnthropicRequests.toParams(model, prompt))) {
      Iterator<RawMessageStreamEvent> events = response.stream().iterator();
      while (events.hasNext()) {
        stream.hear(events.next());
      }
    } catch (AnthropicServiceException e) {
      throw failure.answered(
          e.statusCode(),
          e.type().map(type -> type.asString()).orElse(null),
          e.apiMessage().orElse(null),
          e.headers()::values,
          e);
    } catch (AnthropicInvalidDataException e) {
      throw failure.malformed("the answer is not of the Messages API (is the base URL right?)", e);
    } catch (AnthropicException e) {
      throw failure.unreachable(e);
    }
    return stream.reply(failure);
  }

  @Override
  public void close() {
    client.close();
  }
}
