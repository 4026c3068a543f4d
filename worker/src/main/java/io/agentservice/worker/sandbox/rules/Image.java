package io.agentservice.worker.sandbox.rules;

import org.jspecify.annotations.Nullable;

/**
 * What sessions in containers are made of.
 *
 * @param name of an image that the engine has; null: none is named
 * @param network of the engine, for sessions without a policy; null: they reach the world by the
 *     worker's filter
 */
public record Image(@Nullable String name, @Nullable String network) {
  public static final Image NONE = new Image(null, null);

  /** As an operator writes them; blank ones are none. */
  public static Image of(@Nullable String name, @Nullable String network) {
    return new Image(orNull(name), orNull(network));
  }

  private static @Nullable String orNull(@Nullable String word) {
    return word == null || word.isBlank() ? null : word.strip();
  }
}
