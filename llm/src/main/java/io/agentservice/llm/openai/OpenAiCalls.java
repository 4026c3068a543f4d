package io.agentservice.llm.openai;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Tokens;
import io.agentservice.llm.Usage;
import io.agentservice.llm.answers.ProviderLlm;
import io.agentservice.llm.failures.OutputLimits;
import io.agentservice.llm.failures.ProviderFailure;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.http.ProviderHttp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls of a chat completions API through one shared client with its connections. */
public final class OpenAiCalls implements ProviderLlm.Calls, AutoCloseable {

  private static final String OWN_ADDRESS = "https://api.openai.com/v1";

  /** As many as a dialect has members; a server that refuses whatever it gets is not asked on. */
  private static final int MOST_CHANGES = 3;

  private final Connection connection;
  private final ProviderHttp http;
  private final Map<String, OpenAiDialect> dialects = new ConcurrentHashMap<>();
  private final OutputLimits limits;

  /** Opens no connection yet. {@code limits} learns how long replies may be. */
  public OpenAiCalls(Connection connection, OutputLimits limits) {
    this(connection, limits, new ProviderHttp(connection));
  }

  /** By a client that others may share; {@link #close} closes it. */
  public OpenAiCalls(Connection connection, OutputLimits limits, ProviderHttp http) {
    this.connection = connection;
    this.limits = limits;
    this.http = http;
  }

  @Override
  public Reply complete(String model, Prompt prompt, TextListener live) {
    return limits.ask("openai:" + model, prompt, sent -> completeInDialect(model, sent, live));
  }

  private Reply completeInDialect(String model, Prompt prompt, TextListener live) {
    var dialect =
        dialects.computeIfAbsent(
            model, name -> OpenAiDialect.usual(name, connection.baseUrl() != null));
    for (int changes = 0; ; changes++) {
      try {
        return complete(model, prompt, dialect, live);
      } catch (LlmException e) {
        var other = e.outputLimit().isPresent() ? dialect : dialect.after(e);
        if (e.kind() != Kind.INVALID_REQUEST || other.equals(dialect) || changes == MOST_CHANGES) {
          throw e;
        }
        dialect = other;
        dialects.put(model, other);
      }
    }
  }

  private Reply complete(String model, Prompt prompt, OpenAiDialect dialect, TextListener live) {
    var failure = new ProviderFailure("openai", "chat completions", model, connection);
    var stream = new OpenAiStream(live, failure, prompt.messages().size());
    var seen = connection.takesImages() ? prompt : prompt.withoutImages();
    var request = OpenAiRequests.toJson(model, seen, dialect);
    if (connection.effort() != null) {
      request.put("reasoning_effort", connection.effort());
    }
    Reply reply;
    try {
      boolean done = http.ask(address(connection), headers(connection), request, stream::hear);
      reply = stream.reply(model, done);
    } catch (IOException e) {
      throw failure.of(e);
    }
    return reply.usage().equals(Usage.NONE)
        ? new Reply(
            reply.parts(), reply.stop(), Tokens.usage(prompt, reply), reply.model(), List.of())
        : reply;
  }

  static String address(Connection connection) {
    return (connection.baseUrl() == null ? OWN_ADDRESS : connection.baseUrl())
        + "/chat/completions";
  }

  static Map<String, String> headers(Connection connection) {
    return Map.of("Authorization", "Bearer " + connection.keyToSend());
  }

  @Override
  public void close() {
    http.close();
  }
}
