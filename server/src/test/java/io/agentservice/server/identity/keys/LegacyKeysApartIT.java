package io.agentservice.server.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is revoked of older keys touches no other key. */
class LegacyKeysApartIT extends OnStatements<LegacyKeySql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");

  LegacyKeysApartIT() {
    super(LegacyKeySql.class);
  }

  private void key(String id, String kind) {
    row("api_key", "key_id", id, "account_id", "acct-1", "kind", kind, "org_id", "org-1");
  }

  private List<String> revoked() {
    return values("api_key", "CASE WHEN revoked_at IS NOT NULL THEN key_id END").stream()
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void onlyThoseOfOlderVersionsAreRevokedThere() {
    key("key-1", "LEGACY_USER");
    key("key-2", "SERVICE_USER");
    key("key-3", "LEGACY_SERVICE");
    key("key-4", "PAT_USER");

    assertThat(askOne(sql -> sql.revoke(ACCOUNT, new KeyId("key-2")))).isEmpty();
    tell(sql -> sql.revokeAllBut(ACCOUNT, new KeyId("key-3")));

    assertThat(revoked()).containsExactly("key-1");
  }

  @Test
  void onlyThoseOfOlderVersionsAreListed() {
    key("key-1", "LEGACY_USER");
    key("key-2", "SERVICE_USER");

    assertThat(askCount(sql -> sql.count(ACCOUNT, null, 10))).isEqualTo(1);
    assertThat(askAll(sql -> sql.page(ACCOUNT, null, Window.first(10)))).hasSize(1);
  }

  @Test
  void aListGoesOnBehindItsLastRow() {
    key("key-1", "LEGACY_USER");
    key("key-2", "LEGACY_USER");

    var first = askAll(sql -> sql.page(ACCOUNT, null, new Window(0, 0, null, null)));
    assertThat(ids(first)).containsExactly("key-2");
    var behind = new Window(9, 0, first.getFirst().createdAt(), "key-2");
    assertThat(ids(askAll(sql -> sql.page(ACCOUNT, null, behind)))).containsExactly("key-1");
  }

  private static List<String> ids(List<LegacyKey> keys) {
    return keys.stream().map(key -> key.keyId().value()).toList();
  }

  @Test
  void aListIsOfTheOrganizationThatIsAskedFor() {
    key("key-1", "LEGACY_USER");
    row("api_key", "key_id", "key-2", "account_id", "acct-1", "kind", "LEGACY_USER", "org_id", "b");
    row("api_key", "key_id", "key-3", "account_id", "acct-1", "kind", "LEGACY_USER");

    assertThat(ids(askAll(sql -> sql.page(ACCOUNT, "b", Window.first(9)))))
        .containsExactly("key-2");
    assertThat(askCount(sql -> sql.count(ACCOUNT, "b", 9))).isEqualTo(1);
    assertThat(ids(askAll(sql -> sql.page(ACCOUNT, null, Window.first(9)))))
        .containsExactly("key-2", "key-1");
    assertThat(askCount(sql -> sql.count(ACCOUNT, null, 9))).isEqualTo(2);
  }
}
