package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** An outpost. */
public record OutpostId(String value) implements Id {
  private static final String PREFIX = "outpost_env-";

  public static OutpostId create() {
    return new OutpostId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable OutpostId parse(String text) {
    return Id.parse(PREFIX, text, OutpostId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
