package io.agentservice.llm;

import io.agentservice.llm.LlmException.Kind;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The models of this server. Models of one provider share one client with its connections, which is
 * opened at the first call and closed with this.
 */
public final class Llms implements AutoCloseable {

  /** What runs if only Anthropic's key is given. */
  public static final String DEFAULT_ANTHROPIC_MODEL = "claude-sonnet-5-5";

  /** What runs if only OpenAI's key is given. */
  public static final String DEFAULT_OPENAI_MODEL = "gpt-6.1-sol";

  private final LlmSettings settings;
  private final Pricing pricing;
  private final Lazy<AnthropicCalls> anthropic;
  private final Lazy<OpenAiCalls> openAi;

  /** Opens nothing yet. */
  public Llms(LlmSettings settings) {
    this.settings = settings;
    this.pricing = new Pricing(settings.price());
    // Lambdas, not method references: those would link the classes, and so load the SDKs.
    this.anthropic =
        new Lazy<>(() -> new AnthropicCalls(settings.anthropic()), calls -> calls.close());
    this.openAi = new Lazy<>(() -> new OpenAiCalls(settings.openAi()), calls -> calls.close());
  }

  /**
   * The model that sessions use unless they name another; empty if the operator has set none up.
   */
  public Optional<String> defaultModel() {
    if (settings.model() != null) {
      return Optional.of(settings.model());
    }
    if (settings.anthropic().key() != null) {
      return Optional.of("anthropic:" + DEFAULT_ANTHROPIC_MODEL);
    }
    // Of a server that only speaks like OpenAI nobody knows what its models are called.
    return settings.openAi().key() != null && settings.openAi().baseUrl() == null
        ? Optional.of("openai:" + DEFAULT_OPENAI_MODEL)
        : Optional.empty();
  }

  /**
   * The default model, ready for use.
   *
   * @throws LlmException {@code AUTH} with one line that says what to set if there is no such model
   */
  public Llm defaultLlm() {
    return named(
        defaultModel()
            .orElseThrow(() -> {
              URI local = settings.openAi().baseUrl();
              return new LlmException(
                  Kind.AUTH,
                  local != null
                      ? "no model is set up for " + local + ": set AGENT_MODEL=openai:<model>"
                      : "no model is set up: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or"
                          + " AGENT_OPENAI_BASE_URL and AGENT_MODEL=openai:<model> for a local"
                          + " server, or AGENT_MODEL=replay:<transcript file>");
            }));
  }

  /**
   * A model by its name.
   *
   * @param name as in {@code AGENT_MODEL}
   * @throws LlmException {@code AUTH} if its provider is not set up, {@code INVALID_REQUEST} if the
   *     name or the transcript behind it is no good
   */
  public Llm named(String name) {
    int colon = name.indexOf(':');
    String provider = colon < 0 ? "anthropic" : name.substring(0, colon);
    String model = name.substring(colon + 1).strip();
    if (model.isEmpty()) {
      throw new LlmException(Kind.INVALID_REQUEST, "model '" + name + "' names no model");
    }
    return switch (provider) {
      case "anthropic" -> {
        require(settings.anthropic(), name, "ANTHROPIC_API_KEY");
        yield new AnthropicLlm(model, anthropic);
      }
      case "openai" -> {
        require(
            settings.openAi(),
            name,
            "OPENAI_API_KEY (or AGENT_OPENAI_BASE_URL for a local server)");
        yield new OpenAiLlm(model, openAi);
      }
      case "replay" -> new ReplayLlm(Transcript.read(path(model)));
      default ->
          throw new LlmException(
              Kind.INVALID_REQUEST,
              "model '"
                  + name
                  + "': there is no provider '"
                  + provider
                  + "', only anthropic, openai and replay");
    };
  }

  /** How much a model takes and gives: by the settings, else by what is known of its name. */
  public ModelLimits limits(Llm llm) {
    ModelLimits known =
        switch (llm) {
          case AnthropicLlm anthropic -> ModelLimits.of(anthropic.model());
          case OpenAiLlm openAi -> ModelLimits.of(openAi.model());
          case ReplayLlm _ -> ModelLimits.NONE;
        };
    Long window = settings.contextTokens();
    return window == null || llm instanceof ReplayLlm
        ? known
        : new ModelLimits(window, known.output());
  }

  /** What the models cost. */
  public Pricing pricing() {
    return pricing;
  }

  private static void require(Connection connection, String name, String setting) {
    if (connection.key() == null && connection.baseUrl() == null) {
      throw new LlmException(Kind.AUTH, "model '" + name + "' needs a key: set " + setting);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new LlmException(
          Kind.INVALID_REQUEST, "'" + text + "' is not the path of a transcript", null, e);
    }
  }

  /** Closes the connections; calls that are under way end with {@code UNREACHABLE}. */
  @Override
  public void close() {
    anthropic.close();
    openAi.close();
  }
}
