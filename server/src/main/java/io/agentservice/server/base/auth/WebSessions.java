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
 * Sign-ins of browsers (auth.md 1). A web session stands for its key and lasts as long; its token
 * is in the cookie only, its digest in the database.
 */
public final class WebSessions {
  public static final String COOKIE = "agent_session";

  public static final Duration LIFETIME = Duration.ofHours(12);

  public static final String PREFIX = "agw_";

  private WebSessions() {}

  /** When one ends that is opened now, by the database's clock. */
  public static Instant end(Tx tx) {
    return tx.on(WebSessionSql.class).now().plus(LIFETIME);
  }

  /** Opens one for a key; answers the cookie's token. */
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

  /** Ends all of a human; his tokens stay. */
  public static void closeAll(Tx tx, UserId user) {
    tx.on(WebSessionSql.class).deleteAll(user);
  }

  static boolean wellFormed(String token) {
    return Tokens.wellFormed(PREFIX, token);
  }

  /** What a write of this web session must carry; made from the token, so nothing is stored. */
  public static String csrfToken(String token) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Tokens.digest("csrf " + token));
  }

  /** Whether a write carries the right one; compared in constant time. */
  public static boolean isCsrfToken(String token, String sent) {
    return MessageDigest.isEqual(
        csrfToken(token).getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }
}
