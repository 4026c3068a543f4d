package io.agentservice.llm.models;

import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.prices.Price;
import io.agentservice.llm.prices.Pricing;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The operator's choice of models.
 *
 * @param model {@code AGENT_MODEL} ({@link ModelName}); null for the default of the provider whose
 *     key is given
 * @param fallback {@code AGENT_MODEL_FALLBACK}: asked when a model of the server fails; null: none
 * @param anthropic {@code AGENT_ANTHROPIC_API_KEY} and {@code _BASE_URL}, else without {@code
 *     AGENT_}
 * @param openAi {@code AGENT_OPENAI_API_KEY} and {@code _BASE_URL}, else without {@code AGENT_}
 * @param price {@code AGENT_MODEL_PRICE}; null for the list price
 * @param contextTokens {@code AGENT_MODEL_CONTEXT_TOKENS}; null for what is known of each
 * @param outputTokens {@code AGENT_MODEL_OUTPUT_TOKENS}; null for what is known of each
 */
public record LlmSettings(
    @Nullable String model,
    @Nullable String fallback,
    Connection anthropic,
    Connection openAi,
    @Nullable Price price,
    @Nullable Long contextTokens,
    @Nullable Integer outputTokens) {

  static final String FALLBACK = "AGENT_MODEL_FALLBACK";
  static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
  private static final int LONGEST_TIMEOUT_SECONDS = 86_400;

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7e]+");

  /** Empty values count as absent; IllegalArgumentException names one that makes no sense. */
  public static LlmSettings from(Map<String, String> settings) {
    Duration timeout = timeout(settings);
    return new LlmSettings(
        value(settings, "AGENT_MODEL").orElse(null),
        value(settings, FALLBACK).orElse(null),
        new Connection(
            url(settings, "AGENT_ANTHROPIC_BASE_URL", "ANTHROPIC_BASE_URL")
                .map(LlmSettings::withoutVersion)
                .filter(url -> !isOwn(url, "api.anthropic.com"))
                .orElse(null),
            key(settings, "AGENT_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"),
            timeout),
        new Connection(
            url(settings, "AGENT_OPENAI_BASE_URL", "OPENAI_BASE_URL")
                .map(LlmSettings::withVersion)
                .filter(url -> !isOwn(url, "api.openai.com"))
                .orElse(null),
            key(settings, "AGENT_OPENAI_API_KEY", "OPENAI_API_KEY"),
            timeout),
        price(settings),
        wholeNumber(settings, "AGENT_MODEL_CONTEXT_TOKENS", "tokens", 2_000, 100_000_000)
            .orElse(null),
        wholeNumber(settings, "AGENT_MODEL_OUTPUT_TOKENS", "tokens", 100, 10_000_000)
            .map(Math::toIntExact)
            .orElse(null));
  }

  /** {@code AGENT_MODEL_TIMEOUT_SECONDS}: bounds one whole call of whichever provider. */
  public Duration longestCall() {
    return anthropic.timeout();
  }

  private static Optional<String> value(Map<String, String> settings, String name) {
    return Optional.ofNullable(settings.get(name)).map(String::strip).filter(s -> !s.isEmpty());
  }

  private static @Nullable ApiKey key(Map<String, String> settings, String ours, String usual) {
    String name = value(settings, ours).isPresent() ? ours : usual;
    String key = value(settings, name).orElse(null);
    if (key == null) {
      return null;
    }
    if (!HEADER_VALUE.matcher(key).matches()) {
      throw new IllegalArgumentException(
          name + " holds a character that no key has; was it copied with one that is not seen?");
    }
    return new ApiKey(key);
  }

  private static Duration timeout(Map<String, String> settings) {
    return wholeNumber(
            settings, "AGENT_MODEL_TIMEOUT_SECONDS", "seconds", 1, LONGEST_TIMEOUT_SECONDS)
        .map(Duration::ofSeconds)
        .orElse(DEFAULT_TIMEOUT);
  }

  private static Optional<Long> wholeNumber(
      Map<String, String> settings, String name, String unit, long least, long most) {
    return value(settings, name)
        .map(text -> {
          try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
              return number;
            }
          } catch (NumberFormatException e) {
            // The same message serves.
          }
          throw new IllegalArgumentException(
              "%s must be a whole number of %s from %d to %d".formatted(name, unit, least, most));
        });
  }

  /** The {@code AGENT_} name wins over the usual one; an error names the one that was read. */
  private static Optional<URI> url(Map<String, String> settings, String ours, String usual) {
    String name = value(settings, ours).isPresent() ? ours : usual;
    return value(settings, name)
        .map(text -> {
          try {
            var url = new URI(text.replaceAll("/+$", ""));
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getUserInfo() == null) {
              return url;
            }
          } catch (URISyntaxException e) {
            // The same message serves.
          }
          throw new IllegalArgumentException(
              name + " must be an http or https address without a user name");
        });
  }

  /** Some environments spell out the provider's own address; it counts as none. */
  static boolean isOwn(URI url, String host) {
    return host.equalsIgnoreCase(url.getHost())
        && "https".equals(url.getScheme())
        && url.getPort() < 0
        && (url.getPath().isEmpty() || url.getPath().equals("/v1"));
  }

  /** Every path of this API begins with its version. */
  static URI withoutVersion(URI url) {
    return URI.create(url.toString().replaceAll("/v1$", ""));
  }

  /** A server without a path is one whose {@code /v1} was left out. */
  static URI withVersion(URI url) {
    String path = url.getPath();
    return path == null || path.isEmpty() ? URI.create(url + "/v1") : url;
  }

  private static @Nullable Price price(Map<String, String> settings) {
    String name = "AGENT_MODEL_PRICE";
    Optional<String> text = value(settings, name);
    if (text.isEmpty()) {
      return null;
    }
    try {
      String[] numbers = text.get().split("\\s*,\\s*", -1);
      if (numbers.length == 4) {
        Price price = Pricing.price(numbers[0], numbers[1], numbers[2], numbers[3]);
        BigDecimal least =
            price.input().min(price.output()).min(price.cacheRead()).min(price.cacheWrite());
        if (least.signum() >= 0) {
          return price;
        }
      }
    } catch (NumberFormatException e) {
      // The same message serves.
    }
    throw new IllegalArgumentException(
        name
            + " must be four numbers, US dollars per million tokens: input,output,cache_read,"
            + "cache_write");
  }
}
