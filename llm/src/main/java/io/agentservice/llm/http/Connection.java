package io.agentservice.llm.http;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a provider; null for its own URL, and for no key. The timeout bounds one whole call.
 */
public record Connection(@Nullable URI baseUrl, @Nullable ApiKey key, Duration timeout) {

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(20);

  Duration connectTimeout() {
    return timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
  }

  /** What to send as the key; servers that want none do not look. */
  public String keyToSend() {
    return key == null ? "none" : key.value();
  }
}
