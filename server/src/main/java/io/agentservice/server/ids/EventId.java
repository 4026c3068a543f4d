package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** A message or event. */
public record EventId(String value) implements Id {
  private static final String PREFIX = "event-";

  public static EventId create() {
    return new EventId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable EventId parse(String text) {
    return Id.parse(PREFIX, text, EventId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
