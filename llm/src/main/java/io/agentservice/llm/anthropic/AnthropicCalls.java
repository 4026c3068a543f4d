package io.agentservice.llm.anthropic;

import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.answers.ProviderLlm;
import io.agentservice.llm.failures.OutputLimits;
import io.agentservice.llm.failures.ProviderFailure;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.http.ProviderHttp;
import java.io.IOException;
import java.util.Map;

public final class AnthropicCalls implements ProviderLlm.Calls, AutoCloseable {

  private static final String OWN_ADDRESS = "https://api.anthropic.com";
  private static final String VERSION = "2026-10-21";

  private final Connection connection;
  private final ProviderHttp http;
  private final OutputLimits limits;

  /** Opens no connection yet; {@code limits} learns how long replies may be. */
  public AnthropicCalls(Connection connection, OutputLimits limits) {
    this(connection, limits, new ProviderHttp(connection));
  }

  /** By a client that others may share; {@link #close} closes it. */
  public AnthropicCalls(Connection connection, OutputLimits limits, ProviderHttp http) {
    this.connection = connection;
    this.limits = limits;
    this.http = http;
  }

  @Override
  public Reply complete(String model, Prompt prompt, TextListener live) {
    return limits.ask("anthropic:" + model, prompt, sent -> completeOnce(model, sent, live));
  }

  private Reply completeOnce(String model, Prompt prompt, TextListener live) {
    var failure = new ProviderFailure("anthropic", "Messages", model, connection);
    var stream = new AnthropicStream(live, failure);
    var request =
        AnthropicRequests.toJson(
            model, connection.takesImages() ? prompt : prompt.withoutImages(), connection.effort());
    try {
      http.ask(address(connection), headers(connection), request, stream::hear);
    } catch (IOException e) {
      throw failure.of(e);
    }
    return stream.reply();
  }

  static String address(Connection connection) {
    return (connection.baseUrl() == null ? OWN_ADDRESS : connection.baseUrl()) + "/v1/messages";
  }

  /** Anthropic itself gets the key as a bearer token; gateways often know only the older header. */
  static Map<String, String> headers(Connection connection) {
    return connection.baseUrl() == null
        ? Map.of("anthropic-version", VERSION, "Authorization", "Bearer " + connection.keyToSend())
        : Map.of("anthropic-version", VERSION, "x-api-key", connection.keyToSend());
  }

  @Override
  public void close() {
    http.close();
  }
}
