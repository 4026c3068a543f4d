package io.agentservice.server.base.ids;

/** Also bare, with {@code devin-} or both; stored with {@code agent-} (completions.md 2). */
@IdForm(prefix = SessionId.PREFIX, alias = "devin-", bare = true, noun = "session")
public final class SessionId extends Id {
  static final String PREFIX = "agent-";

  public SessionId(String value) {
    super(value);
  }

  /** The session of 32 hex digits. */
  public static SessionId ofHex(String hex) {
    return new SessionId(PREFIX + hex);
  }

  /** The 32 hex digits, as in a session's web address. */
  public String hex() {
    return value().substring(PREFIX.length());
  }
}
