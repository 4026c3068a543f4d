package io.agentservice.server.context.secrets;

/** A secret in clear, for a remote's memory and for the redactor only. */
public record ClearSecret(String key, Secret.Type type, String value, boolean isSensitive) {

  @Override
  public String toString() {
    return "ClearSecret[" + key + "]";
  }
}
