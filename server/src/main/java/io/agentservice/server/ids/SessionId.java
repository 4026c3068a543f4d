package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/**
 * A session. Understood bare, with {@code agent-} and with {@code devin-}; stored and compared with
 * {@code agent-}.
 */
public record SessionId(String value) implements Id {
  private static final String PREFIX = "agent-";
  private static final String ALIAS = "devin-";

  public static SessionId create() {
    return new SessionId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not a session id in any spelling (completions.md 2). */
  public static @Nullable SessionId parse(String text) {
    if (Id.HEX.matcher(text).matches()) {
      return new SessionId(PREFIX + text);
    }
    return text.startsWith(ALIAS)
        ? Id.parse(ALIAS, text, alias -> new SessionId(PREFIX + alias.substring(ALIAS.length())))
        : Id.parse(PREFIX, text, SessionId::new);
  }

  /** The session of 32 hex digits. */
  public static SessionId ofHex(String hex) {
    return new SessionId(PREFIX + hex);
  }

  /** The 32 hex digits, as in a session's web address. */
  public String hex() {
    return value.substring(PREFIX.length());
  }

  @Override
  public String toString() {
    return value;
  }
}
