package io.agentservice.llm.http;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a provider; null for its own URL, and for no key. The timeout bounds one whole call.
 *
 * @param manner how a registered model is asked; null for the operator's models
 */
public record Connection(
    @Nullable URI baseUrl, @Nullable ApiKey key, Duration timeout, @Nullable Manner manner) {

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(20);

  /** Of the operator's models. */
  public Connection(@Nullable URI baseUrl, @Nullable ApiKey key, Duration timeout) {
    this(baseUrl, key, timeout, null);
  }

  /**
   * What is said, or left out, in each request.
   *
   * @param effort in the provider's words; null for the model's usual one
   * @param images whether it takes images
   */
  public record Manner(@Nullable String effort, boolean images) {}

  /** The effort to ask for; null for the model's usual one. */
  public @Nullable String effort() {
    return manner == null ? null : manner.effort();
  }

  public boolean takesImages() {
    return manner == null || manner.images();
  }

  Duration connectTimeout() {
    return timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
  }

  /** What to send as the key; servers that want none do not look. */
  public String keyToSend() {
    return key == null ? "none" : key.value();
  }
}
