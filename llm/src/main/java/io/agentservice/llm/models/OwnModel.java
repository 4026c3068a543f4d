package io.agentservice.llm.models;

import io.agentservice.llm.http.ApiKey;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A model that somebody has set up for himself, not the operator.
 *
 * @param model the provider's name for it
 * @param baseUrl null for the provider's own
 * @param key null for a server that wants none
 * @param effort in the provider's words; null for the model's usual one
 * @param images whether it takes images
 */
public record OwnModel(
    Provider provider,
    String model,
    @Nullable URI baseUrl,
    @Nullable ApiKey key,
    @Nullable String effort,
    boolean images) {

  /** Whose protocol it speaks. */
  public enum Provider {
    ANTHROPIC,
    OPENAI
  }
}
