package io.agentservice.server.context.models;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What can be written of one.
 *
 * @param name by which sessions choose it
 * @param provider whose protocol it speaks
 * @param providerModel the provider's name for it
 * @param effort null: the model's usual one
 */
public record ModelContent(
    String name,
    String provider,
    String providerModel,
    Endpoint endpoint,
    Size size,
    Price price,
    @Nullable String effort,
    boolean takesImages,
    Use use) {

  public static final List<String> PROVIDERS = List.of("anthropic", "openai");
  public static final List<String> EFFORTS = List.of("low", "medium", "high");

  /**
   * Where it is asked.
   *
   * @param baseUrl null: the provider's own
   * @param keySecret key of the secret that is sent as its key; null: none is
   * @param otherKeySecrets of the secrets that are sent where that one is refused, in this order
   */
  public record Endpoint(
      @Nullable String baseUrl, @Nullable String keySecret, List<String> otherKeySecrets) {
    public Endpoint {
      otherKeySecrets = List.copyOf(otherKeySecrets);
    }

    /** With those keys, the first of which is asked with while it is taken. */
    static Endpoint of(@Nullable String baseUrl, List<String> keys) {
      return keys.isEmpty()
          ? new Endpoint(baseUrl, null, List.of())
          : new Endpoint(baseUrl, keys.getFirst(), keys.subList(1, keys.size()));
    }

    /**
     * All of them, none twice. A server of before this field changes the first alone, so what it
     * leaves is read with care.
     */
    public List<String> keySecrets() {
      return Stream.concat(Stream.ofNullable(keySecret), otherKeySecrets.stream())
          .distinct()
          .toList();
    }
  }

  /** In tokens, prompt and reply together, and the longest reply; null: what is known of it. */
  public record Size(@Nullable Integer contextTokens, @Nullable Integer outputTokens) {}

  /** In US dollars for a million tokens; all null: the list price. */
  public record Price(
      @Nullable BigDecimal inputPrice,
      @Nullable BigDecimal outputPrice,
      @Nullable BigDecimal cacheReadPrice,
      @Nullable BigDecimal cacheWritePrice) {}

  /**
   * Who asks it, and what is asked when it fails.
   *
   * @param fallback by the name that a session would keep; null: nothing
   * @param isDefault sessions that name no model have it
   */
  public record Use(@Nullable String fallback, boolean isDefault) {}

  /** The same with that fallback. */
  ModelContent fallingBackOn(@Nullable String other) {
    return new ModelContent(
        name,
        provider,
        providerModel,
        endpoint,
        size,
        price,
        effort,
        takesImages,
        new Use(other, use.isDefault()));
  }

  /** What is not said of a new one. */
  static ModelContent usual(String provider) {
    return new ModelContent(
        "",
        provider,
        "",
        Endpoint.of(null, List.of()),
        new Size(null, null),
        new Price(null, null, null, null),
        null,
        true,
        new Use(null, false));
  }
}
