package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** The account that owns everything of an installation. */
public record AccountId(String value) implements Id {
  private static final String PREFIX = "acct-";

  public static AccountId create() {
    return new AccountId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable AccountId parse(String text) {
    return Id.parse(PREFIX, text, AccountId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
