package io.agentservice.llm;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.LogLevel;
import com.openai.core.http.HttpResponse;
import com.openai.errors.OpenAIException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import io.agentservice.llm.LlmException.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls of a chat completions API through one shared client with its connections. The SDK writes
 * the requests; the answers are read here, since servers differ in more than it allows for.
 */
final class OpenAiCalls implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String WRONG_API =
      "the answer is not of the chat completions API (is the base URL right?)";

  /** As many as a dialect has members; a server that refuses whatever it gets is not asked on. */
  private static final int MOST_CHANGES = 2;

  private final Connection connection;
  private final ProviderHttp http;
  private final OpenAIClient client;
  private final Map<String, OpenAiDialect> dialects = new ConcurrentHashMap<>();

  OpenAiCalls(Connection connection) {
    this.connection = connection;
    http = new ProviderHttp(connection);
    var builder =
        OpenAIOkHttpClient.builder()
            .apiKey(connection.keyToSend())
            .maxRetries(0)
            .logLevel(LogLevel.OFF)
            .okHttpClient(http.client());
    if (connection.baseUrl() != null) {
      builder.baseUrl(connection.baseUrl().toString());
    }
    client = builder.build();
  }

  Reply complete(String model, Prompt prompt, TextListener live) {
    var dialect =
        dialects.computeIfAbsent(
            model, name -> OpenAiDialect.usual(name, connection.baseUrl() != null));
    for (int changes = 0; ; changes++) {
      try {
        return complete(OpenAiRequests.toParams(model, prompt, dialect), model, prompt, live);
      } catch (LlmException e) {
        var other = dialect.after(e);
        if (e.kind() != Kind.INVALID_REQUEST || other.equals(dialect) || changes == MOST_CHANGES) {
          throw e;
        }
        dialect = other;
        dialects.put(model, other);
      }
    }
  }

  private Reply complete(
      ChatCompletionCreateParams params, String model, Prompt prompt, TextListener live) {
    var failure = new ProviderFailure("openai", model, connection.key());
    var stream = new OpenAiStream(live, failure, prompt.messages().size());
    try (HttpResponse response =
        client.chat().completions().withRawResponse().createStreaming(params)) {
      hear(response, stream);
    } catch (JacksonException e) {
      throw failure.malformed(WRONG_API, e);
    } catch (OpenAIException | IOException e) {
      throw failure.of(e);
    }
    if (!stream.heard()) {
      throw failure.malformed(WRONG_API, null);
    }
    var reply = stream.reply(model);
    return reply.usage().equals(Usage.NONE)
        ? new Reply(
            reply.parts(), reply.stop(), Tokens.usage(prompt, reply), reply.model(), List.of())
        : reply;
  }

  private static void hear(HttpResponse response, OpenAiStream stream) throws IOException {
    if (response.headers().values("content-type").stream()
        .anyMatch(type -> type.startsWith("application/json"))) {
      // Some servers don't stream, though asked to.
      stream.hear(JSON.readTree(response.body()));
      stream.done();
      return;
    }
    var events = new EventReader(response.body());
    String data = events.next();
    while (data != null && !data.startsWith("[DONE]")) {
      JsonNode chunk = JSON.readTree(data);
      stream.hear(chunk);
      data = events.next();
    }
    if (data != null) {
      stream.done();
    }
  }

  @Override
  public void close() {
    client.close();
    http.close();
  }
}
