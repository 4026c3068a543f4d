package io.agentservice.llm.models;

import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.anthropic.AnthropicCalls;
import io.agentservice.llm.anthropic.AnthropicLlm;
import io.agentservice.llm.failures.OutputLimits;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.openai.OpenAiCalls;
import io.agentservice.llm.openai.OpenAiLlm;
import io.agentservice.llm.prices.Pricing;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.llm.replay.Transcript;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models of this server; those of a provider share a client, opened at the first call. */
public final class Llms implements AutoCloseable {

  /** What runs if only Anthropic's key is given. */
  public static final String DEFAULT_ANTHROPIC_MODEL = "claude-sonnet-5-5";

  /** What runs if only OpenAI's key is given. */
  public static final String DEFAULT_OPENAI_MODEL = "gpt-6.1-sol";

  private static final String ANTHROPIC_SETTING = "ANTHROPIC_API_KEY";
  private static final String OPENAI_SETTING =
      "OPENAI_API_KEY (or AGENT_OPENAI_BASE_URL for a local server)";

  private final LlmSettings settings;
  private final Pricing pricing;
  private final OutputLimits outputs = new OutputLimits();
  private final Lazy<AnthropicCalls> anthropic;
  private final Lazy<OpenAiCalls> openAi;

  /**
   * Opens no connection yet; IllegalArgumentException when the fallback is no model that it has.
   */
  public Llms(LlmSettings settings) {
    this.settings = settings;
    this.pricing = new Pricing(settings.price());
    // Lambdas, not method references: those would link the classes, and so load the HTTP client.
    this.anthropic =
        new Lazy<>(() -> new AnthropicCalls(settings.anthropic(), outputs), calls -> calls.close());
    this.openAi =
        new Lazy<>(() -> new OpenAiCalls(settings.openAi(), outputs), calls -> calls.close());
    String fallback = settings.fallback();
    if (fallback != null && !serves(fallback)) {
      throw new IllegalArgumentException(
          "%s must name a model of a provider that is set up, as AGENT_MODEL does: %s is none"
              .formatted(LlmSettings.FALLBACK, fallback));
    }
  }

  /** The model of sessions that name no other; empty if none is set up. */
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

  /** What is asked when that model (null: the default) fails; null: nothing. */
  public @Nullable String fallback(@Nullable String model) {
    String failed = model == null ? defaultModel().orElse("") : model;
    String other = settings.fallback();
    return failed.startsWith("replay:") || failed.equals(other) ? null : other;
  }

  /**
   * A model that may be chosen.
   *
   * @param name as {@link #named} takes it
   * @param window tokens of prompt and reply; null where nobody knows
   * @param missing why it can't be used now; null if it can
   */
  public record Choice(
      String name, @Nullable Long window, boolean standard, @Nullable String missing) {}

  /**
   * The default, and all known models of the providers that are set up; what servers of one's own
   * serve nobody knows.
   */
  public List<Choice> choices() {
    var choices = new LinkedHashMap<ModelName, Choice>();
    defaultModel()
        .ifPresent(name -> {
          var model = ModelName.of(name, settings);
          choices.put(model, new Choice(name, window(model), true, missing(model)));
        });
    for (String name : Pricing.models()) {
      var model = ModelName.of(name, settings);
      var provider =
          model.provider() == ModelName.Provider.OPENAI ? settings.openAi() : settings.anthropic();
      if (provider.key() != null && provider.baseUrl() == null) {
        String full = model.provider().name().toLowerCase(Locale.ROOT) + ":" + name;
        choices.putIfAbsent(model, new Choice(full, window(model), false, null));
      }
    }
    return List.copyOf(choices.values());
  }

  /**
   * Whether a session may name it: its provider is set up, and for all that is known here, may have
   * such a model.
   */
  public boolean serves(String name) {
    try {
      var model = ModelName.of(name, settings);
      return !model.model().isEmpty()
          && missing(model) == null
          && (name.indexOf(':') >= 0 || ModelName.isOfAFamily(name) || isOnOwnServer(model));
    } catch (LlmException e) {
      return false;
    }
  }

  /** What it serves nobody knows but itself. */
  private boolean isOnOwnServer(ModelName model) {
    return switch (model.provider()) {
      case ANTHROPIC -> settings.anthropic().baseUrl() != null;
      case OPENAI -> settings.openAi().baseUrl() != null;
      case REPLAY -> false;
    };
  }

  private @Nullable Long window(ModelName model) {
    if (model.provider() == ModelName.Provider.REPLAY) {
      return null;
    }
    var known = ModelLimits.of(model.model());
    return settings.contextTokens() != null
        ? settings.contextTokens()
        : known.equals(ModelLimits.UNKNOWN) ? null : Long.valueOf(known.window());
  }

  private @Nullable String missing(ModelName model) {
    return switch (model.provider()) {
      case ANTHROPIC -> missing(settings.anthropic(), ANTHROPIC_SETTING);
      case OPENAI -> missing(settings.openAi(), OPENAI_SETTING);
      case REPLAY -> null;
    };
  }

  private static @Nullable String missing(Connection connection, String setting) {
    return connection.key() == null && connection.baseUrl() == null
        ? "it needs a key: set " + setting
        : null;
  }

  /** Throws {@link LlmException} {@code AUTH}, with what to set, if there is no default model. */
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
   * A model by its name in {@code AGENT_MODEL}; throws {@link LlmException} {@code AUTH} if its
   * provider is not set up, {@code INVALID_REQUEST} for a bad name or transcript.
   */
  public Llm named(String name) {
    var parsed = ModelName.of(name, settings);
    if (parsed.model().isEmpty()) {
      throw new LlmException(Kind.INVALID_REQUEST, "model '" + name + "' names no model");
    }
    return switch (parsed.provider()) {
      case ANTHROPIC -> {
        require(settings.anthropic(), name, ANTHROPIC_SETTING);
        yield new AnthropicLlm(parsed.model(), anthropic);
      }
      case OPENAI -> {
        require(settings.openAi(), name, OPENAI_SETTING);
        yield new OpenAiLlm(parsed.model(), openAi);
      }
      case REPLAY -> new ReplayLlm(Transcript.read(path(parsed.model())));
    };
  }

  /** By the settings, else by what is known of its name, capped by what it was found to give. */
  public ModelLimits limits(Llm llm) {
    if (llm instanceof ReplayLlm) {
      return ModelLimits.NONE;
    }
    var known = ModelLimits.of(llm.model());
    long window = Objects.requireNonNullElse(settings.contextTokens(), known.window());
    int output = Objects.requireNonNullElse(settings.outputTokens(), known.output());
    return new ModelLimits(window, outputs.most(llm.name(), output));
  }

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
