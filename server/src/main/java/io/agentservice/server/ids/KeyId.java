package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** A key of any kind (service user key, personal token, legacy key). */
public record KeyId(String value) implements Id {
  private static final String PREFIX = "key-";

  public static KeyId create() {
    return new KeyId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable KeyId parse(String text) {
    return Id.parse(PREFIX, text, KeyId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
