package io.agentservice.server.context.secrets;

import org.jspecify.annotations.Nullable;

/** A secret to be kept. */
public record NewSecret(
    Secret.Type type, String key, String value, @Nullable String note, boolean isSensitive) {

  /** Never shows the value. */
  @Override
  public String toString() {
    return "NewSecret[" + key + "]";
  }
}
