package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** A folder of knowledge notes. */
public record FolderId(String value) implements Id {
  private static final String PREFIX = "folder-";

  public static FolderId create() {
    return new FolderId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable FolderId parse(String text) {
    return Id.parse(PREFIX, text, FolderId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
