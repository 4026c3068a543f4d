package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** An organization. */
public record OrgId(String value) implements Id {
  private static final String PREFIX = "org-";

  public static OrgId create() {
    return new OrgId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable OrgId parse(String text) {
    return Id.parse(PREFIX, text, OrgId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
