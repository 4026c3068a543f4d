package io.agentservice.llm;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.LogLevel;
import com.anthropic.core.http.Interceptor;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicException;
import com.anthropic.errors.AnthropicInvalidDataException;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.RawMessageStreamEvent;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;

/** Calls of the Anthropic API through one shared client with its connections. */
final class AnthropicCalls implements AutoCloseable {

  private final Connection connection;
  private final ProviderHttp http;
  private final AnthropicClient client;

  AnthropicCalls(Connection connection) {
    this.connection = connection;
    http = new ProviderHttp(connection);
    var transport = new AnthropicTransport(http.client());
    var builder =
        AnthropicOkHttpClient.builder()
            .apiKey(connection.keyToSend())
            .maxRetries(0)
            .logLevel(LogLevel.OFF)
            // In place of the SDK's own HTTP client, whose sockets can't be set up.
            .addInterceptor(Interceptor.syncOnly((_, request, _) -> transport.execute(request)));
    if (connection.baseUrl() != null) {
      builder.baseUrl(connection.baseUrl().toString());
      // Gateways often know only this header. The SDK then leaves out its own, a bearer token.
      builder.putHeader("x-api-key", connection.keyToSend());
    }
    client = builder.build();
  }

  Reply complete(String model, Prompt prompt, TextListener live) {
    var failure = new ProviderFailure("anthropic", model, connection.key());
    var stream = new AnthropicStream(live);
    try (StreamResponse<RawMessageStreamEvent> response =
        client.messages().createStreaming(AnthropicRequests.toParams(model, prompt))) {
      Iterator<RawMessageStreamEvent> events = response.stream().iterator();
      while (events.hasNext()) {
        stream.hear(events.next());
      }
    } catch (AnthropicServiceException e) {
      throw failure.inStream(body(e), e);
    } catch (AnthropicInvalidDataException e) {
      throw failure.malformed("the answer is not of the Messages API (is the base URL right?)", e);
    } catch (AnthropicException e) {
      throw failure.of(e);
    }
    return stream.reply(failure);
  }

  /** Of an error event in the stream; other errors are seen below the SDK. */
  private static ErrorBody body(AnthropicServiceException e) {
    return new ErrorBody(
        e.type().map(type -> Set.of(type.asString().toLowerCase(Locale.ROOT))).orElse(Set.of()),
        e.apiMessage().orElse(""));
  }

  @Override
  public void close() {
    client.close();
    http.close();
  }
}
