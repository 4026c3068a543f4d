package io.agentservice.server.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Keys beside each other: those of one holder, or organization, are no other's. */
class KeysApartIT extends OnStatements<ApiKeySql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final KeyId OTHERS = new KeyId("key-3");

  KeysApartIT() {
    super(ApiKeySql.class);
  }

  private void key(String id, String holder, Object... more) {
    var columns = new ArrayList<Object>(List.of("key_id", id, "account_id", "acct-1"));
    columns.addAll(List.of("kind", "SERVICE_USER", "principal_id", holder));
    columns.addAll(List.of(more));
    row("api_key", columns.toArray());
  }

  private List<String> revoked() {
    return values("api_key", "CASE WHEN revoked_at IS NOT NULL THEN key_id END").stream()
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void aKeyIsItsHoldersAlone() {
    key("key-1", "user-1");
    key("key-2", "user-1");
    key("key-3", "user-2");

    assertThat(askOne(sql -> sql.find(ACCOUNT, "user-1", OTHERS))).isEmpty();
    assertThat(askOne(sql -> sql.lock(ACCOUNT, "user-1", OTHERS))).isEmpty();
    var second = new KeyId("key-2");
    assertThat(askOne(sql -> sql.find(ACCOUNT, "user-1", second)).map(ApiKey::keyId))
        .contains(second);

    tell(sql -> sql.revoke(ACCOUNT, "user-1", OTHERS));
    assertThat(revoked()).isEmpty();
    tell(sql -> sql.revokeAll(ACCOUNT, "user-1"));
    assertThat(revoked()).containsExactly("key-1", "key-2");
  }

  @Test
  void aKeyThatWasRevokedStaysRevokedAtThatTime() {
    key("key-1", "user-1", "revoked_at", "epoch");
    key("key-2", "user-1");

    tell(sql -> sql.revokeAll(ACCOUNT, "user-1"));
    tell(sql -> sql.revokeIn(new OrgId("org-1"), List.of("user-1")));

    assertThat(values("api_key", "revoked_at = 'epoch'")).containsExactly("false", "true");
  }

  @Test
  void withAnOrganizationGoTheKeysOfItsHoldersAndThoseThatAreGoodInIt() {
    key("key-1", "user-1");
    key("key-2", "user-2", "org_id", "org-1");
    key("key-3", "user-2", "org_id", "org-2");
    key("key-4", "user-2");

    tell(sql -> sql.revokeIn(new OrgId("org-1"), List.of("user-1")));

    assertThat(revoked()).containsExactly("key-1", "key-2");
  }

  @Test
  void theKeyOfABrowserIsNoOnesToList() {
    row("api_key", "key_id", "key-1", "account_id", ACCOUNT, "kind", "USER", "principal_id", "u");
    var browsers = new KeyId("key-1");

    assertThat(inState("u", "all")).isEmpty();
    assertThat(askCount(sql -> sql.count(ACCOUNT, "u", "all"))).isZero();
    assertThat(askOne(sql -> sql.find(ACCOUNT, "u", browsers))).isEmpty();
    assertThat(askOne(sql -> sql.lock(ACCOUNT, "u", browsers))).isEmpty();
  }

  @Test
  void aKeyIsExpiredOnceItsTimeIsOver() {
    key("key-1", "u", "expires_at", "epoch");
    key("key-2", "u", "expires_at", "infinity");
    key("key-3", "u");

    assertThat(inState("u", "expired")).extracting(ApiKey::expired).containsExactly(true);
    assertThat(inState("u", "active")).extracting(ApiKey::expired).containsExactly(false, false);
    assertThat(askCount(sql -> sql.count(ACCOUNT, "u", "expired"))).isEqualTo(1);
    for (int i : List.of(1, 2, 3)) {
      var key = new KeyId("key-" + i);
      assertThat(askOne(sql -> sql.find(ACCOUNT, "u", key)).orElseThrow().expired())
          .isEqualTo(i == 1);
      assertThat(askOne(sql -> sql.lock(ACCOUNT, "u", key)).orElseThrow().expired())
          .isEqualTo(i == 1);
    }
  }

  private List<ApiKey> inState(String holder, String state) {
    return ask(sql -> sql.page(ACCOUNT, holder, state, Window.first(9)));
  }
}
