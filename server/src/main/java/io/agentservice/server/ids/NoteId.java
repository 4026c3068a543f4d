package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** A knowledge note. */
public record NoteId(String value) implements Id {
  private static final String PREFIX = "note-";

  public static NoteId create() {
    return new NoteId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable NoteId parse(String text) {
    return Id.parse(PREFIX, text, NoteId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
