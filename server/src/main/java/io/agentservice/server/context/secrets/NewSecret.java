package io.agentservice.server.context.secrets;

import org.jspecify.annotations.Nullable;

public record NewSecret(
    Secret.Type type, String key, String value, @Nullable String note, boolean isSensitive) {

  @Override
  public String toString() {
    return "NewSecret[" + key + "]";
  }
}
