package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Signed-in browsers beside each other, and the keys behind them. */
class WebSessionsApartIT extends OnStatements<WebSessionSql> {
  private static final byte[] TOKEN = {2};

  WebSessionsApartIT() {
    super(WebSessionSql.class);
  }

  private void signedIn(int token, String key) {
    row("web_session", "token_sha256", "\\x0" + token, "key_id", key, "expires_at", "infinity");
  }

  @Test
  void oneIsSignedOutAlone() {
    for (int i : List.of(1, 2)) {
      row("api_key", "key_id", "key-" + i, "kind", "USER");
      signedIn(i, "key-" + i);
    }

    tell(sql -> sql.delete(TOKEN));

    assertThat(values("web_session", "key_id")).containsExactly("key-1");
    assertThat(values("api_key", "key_id || (revoked_at IS NULL)"))
        .containsExactly("key-1true", "key-2false");
  }

  @Test
  void oldKeysOfBrowsersGoWhenNoBrowserHasThemAnyMore() {
    row("api_key", "key_id", "key-1", "kind", "USER", "expires_at", "epoch");
    row("api_key", "key_id", "key-2", "kind", "USER", "revoked_at", "epoch");
    row("api_key", "key_id", "key-3", "kind", "USER", "expires_at", "infinity");
    row("api_key", "key_id", "key-4", "kind", "SERVICE_USER", "expires_at", "epoch");
    row("api_key", "key_id", "key-5", "kind", "USER", "expires_at", "epoch");
    signedIn(5, "key-5");

    tell(WebSessionSql::dropExpiredKeys);

    assertThat(values("api_key", "key_id")).containsExactly("key-3", "key-4", "key-5");
  }

  @Test
  void oneIsSignedOutEverywhereAndKeepsHisTokens() {
    for (int i : List.of(1, 2)) {
      row("api_key", "key_id", "key-" + i, "kind", "USER", "principal_id", "user-" + i);
      signedIn(i, "key-" + i);
    }
    row("api_key", "key_id", "key-3", "kind", "PAT_USER", "principal_id", "user-1");
    signedIn(3, "key-3");
    row("api_key", "key_id", "key-4", "kind", "USER", "principal_id", "user-1");

    tell(sql -> sql.deleteAll(new UserId("user-1")));

    assertThat(values("web_session", "key_id")).containsExactly("key-2");
    assertThat(values("api_key", "key_id || (revoked_at IS NULL)"))
        .containsExactly("key-1false", "key-2true", "key-3true", "key-4true");
  }
}
