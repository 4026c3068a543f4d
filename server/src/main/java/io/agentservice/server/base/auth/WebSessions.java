package io.agentservice.server.base.auth;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.UserId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * The sign-ins of browsers (auth.md 1). A web session stands for the key that it was opened with
 * and is good for as long as that key; its token is in the browser's cookie only, the database has
 * the digest.
 */
public final class WebSessions {
  /** The cookie that holds the token. */
  public static final String COOKIE = "agent_session";

  /** How long a sign-in lasts. */
  public static final Duration LIFETIME = Duration.ofHours(12);

  /** How their tokens begin. */
  public static final String PREFIX = "agw_";

  private WebSessions() {}

  /** When one ends that is opened now, by the database's clock. */
  public static Instant end(Tx tx) {
    return tx.on(WebSessionSql.class).now().plus(LIFETIME);
  }

  /** Opens one for a key whose holder has just shown himself; answers the token for the cookie. */
  public static String open(Tx tx, KeyId key) {
    var sql = tx.on(WebSessionSql.class);
    sql.dropExpired();
    sql.dropExpiredKeys();
    String token = Tokens.create(PREFIX);
    sql.insert(Tokens.digest(token), key.value(), LIFETIME.toSeconds());
    return token;
  }

  /** Ends one; nothing happens when it is not known. */
  public static void close(Tx tx, String token) {
    tx.on(WebSessionSql.class).delete(Tokens.digest(token));
  }

  /** Ends all of a human, by whichever way he signed in; his tokens stay. */
  public static void closeAll(Tx tx, UserId user) {
    tx.on(WebSessionSql.class).deleteAll(user);
  }

  static boolean wellFormed(String token) {
    return Tokens.wellFormed(PREFIX, token);
  }

  /**
   * What a write of this web session must carry. Made from the token, so that only who was given a
   * page can know it, and nothing more need be stored.
   */
  public static String csrfToken(String token) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Tokens.digest("csrf " + token));
  }

  /** Whether a write carries the right one; compared in constant time. */
  public static boolean isCsrfToken(String token, String sent) {
    return MessageDigest.isEqual(
        csrfToken(token).getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }
}
