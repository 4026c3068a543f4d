package io.agentservice.llm.models;

import io.agentservice.llm.Llm;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.anthropic.AnthropicCalls;
import io.agentservice.llm.anthropic.AnthropicLlm;
import io.agentservice.llm.failures.OutputLimits;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.http.Network;
import io.agentservice.llm.http.ProviderHttp;
import io.agentservice.llm.openai.OpenAiCalls;
import io.agentservice.llm.openai.OpenAiLlm;
import io.agentservice.llm.prices.Price;
import io.agentservice.llm.prices.Pricing;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Models that others than the operator have set up. All share one client, which goes only where the
 * network lets it; what one teaches of its server's ways is not believed of another.
 */
public final class OwnModels implements AutoCloseable {

  private static final Pricing LIST = new Pricing(null);

  private final Duration timeout;
  private final Lazy<ProviderHttp> http;

  /** Opens no connection yet. {@code timeout} bounds one whole call. */
  public OwnModels(Duration timeout, Network network) {
    this.timeout = timeout;
    this.http =
        new Lazy<>(
            () -> new ProviderHttp(new Connection(null, null, timeout), network),
            client -> client.close());
  }

  /** As {@code AGENT_MODEL_TIMEOUT_SECONDS} says. */
  public static OwnModels of(LlmSettings settings, Network network) {
    return new OwnModels(settings.anthropic().timeout(), network);
  }

  public Llm open(OwnModel own) {
    var connection =
        new Connection(
            address(own), own.key(), timeout, new Connection.Manner(own.effort(), own.images()));
    var outputs = new OutputLimits();
    return switch (own.provider()) {
      case ANTHROPIC -> {
        var calls = new Lazy<>(() -> new AnthropicCalls(connection, outputs, http.get()), _ -> {});
        yield new AnthropicLlm(own.model(), calls);
      }
      case OPENAI -> {
        var calls = new Lazy<>(() -> new OpenAiCalls(connection, outputs, http.get()), _ -> {});
        yield new OpenAiLlm(own.model(), calls);
      }
    };
  }

  private static @Nullable URI address(OwnModel own) {
    if (own.baseUrl() == null) {
      return null;
    }
    var plain = URI.create(own.baseUrl().toString().replaceAll("/+$", ""));
    var url =
        switch (own.provider()) {
          case ANTHROPIC -> LlmSettings.withoutVersion(plain);
          case OPENAI -> LlmSettings.withVersion(plain);
        };
    String host =
        switch (own.provider()) {
          case ANTHROPIC -> "api.anthropic.com";
          case OPENAI -> "api.openai.com";
        };
    return LlmSettings.isOwn(url, host) ? null : url;
  }

  /** By what is given, else by what is known of its name. */
  public static ModelLimits limits(
      String model, @Nullable Long contextTokens, @Nullable Integer outputTokens) {
    var known = ModelLimits.of(model);
    return new ModelLimits(
        contextTokens == null ? known.window() : contextTokens,
        outputTokens == null ? known.output() : outputTokens);
  }

  /** Null where nobody knows. */
  public static @Nullable Long knownWindow(String model) {
    var known = ModelLimits.of(model);
    return known.equals(ModelLimits.UNKNOWN) ? null : Long.valueOf(known.window());
  }

  /** The list price, or that of a usual large model where nobody knows it. */
  public static Price listPrice(Llm llm) {
    return LIST.of(llm);
  }

  /** Closes the connections; calls that are under way end with {@code UNREACHABLE}. */
  @Override
  public void close() {
    http.close();
  }
}
