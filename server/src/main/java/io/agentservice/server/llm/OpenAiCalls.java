package io.agentservice.server.llm;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.LogLevel;
import com.openai.core.Timeout;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletionChunk;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/** Calls of a chat completions API through one shared client with its connections. */
final class OpenAiCalls implements AutoCloseable {

  private final Connection connection;
  private final OpenAIClient client;

  OpenAiCalls(Connection connection) {
    this.connection = connection;
    var builder =
        OpenAIOkHttpClient.builder()
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
    }
    client = builder.build();
  }

  Reply complete(String model, Prompt prompt, TextListener live) {
    var failure = new ProviderFailure("openai:" + model, "OPENAI_API_KEY", connection.key());
    var stream = new OpenAiStream(live, prompt.messages().size());
    var params = OpenAiRequests.toParams(model, prompt, connection.baseUrl() != null);
    try (StreamResponse<ChatCompletionChunk> response =
        client.chat().completions().createStreaming(params)) {
      Iterator<ChatCompletionChunk> chunks = response.stream().iterator();
      while (chunks.hasNext()) {
        stream.hear(chunks.next());
      }
    } catch (OpenAIServiceException e) {
      throw failure.answered(
          e.statusCode(),
          e.code().or(e::type).orElse(null),
          message(e.body()).orElse(null),
          e.headers()::values,
          e);
    } catch (OpenAIInvalidDataException e) {
      throw failure.malformed(
          "the answer is not of the chat completions API (is the base URL right?)", e);
    } catch (OpenAIException e) {
      throw failure.unreachable(e);
    }
    return stream.reply(model, failure);
  }

  /**
   * Servers differ: {@code {"error":{"message":..}}}, {@code {"error":".."}}, {@code
   * {"message":..}}.
   */
  @SuppressWarnings("unchecked") // JsonValue knows its content only at run time.
  private static Optional<String> message(JsonValue body) {
    Optional<Map<String, JsonValue>> fields =
        (Optional<Map<String, JsonValue>>) (Optional<?>) body.asObject();
    if (fields.isEmpty()) {
      return Optional.ofNullable((String) body.asString().orElse(null));
    }
    JsonValue inner = fields.get().get("error");
    if (inner == null) {
      inner = fields.get().get("message");
    }
    return inner == null ? Optional.empty() : message(inner);
  }

  @Override
  public void close() {
    client.close();
  }
}
