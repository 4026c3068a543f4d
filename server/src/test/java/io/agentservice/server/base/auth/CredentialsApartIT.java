package io.agentservice.server.base.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A token leads to its own key. */
class CredentialsApartIT extends OnStatements<CredentialSql> {
  CredentialsApartIT() {
    super(CredentialSql.class);
  }

  @Test
  void aBrowserIsWhoSignedInWithIt() {
    for (int i : List.of(1, 2)) {
      row("api_key", "key_id", "key-" + i, "kind", "USER", "principal_id", "user-" + i);
      row("human", "user_id", "user-" + i, "name", "human " + i);
      row(
          "web_session",
          "token_sha256",
          "\\x0" + i,
          "key_id",
          "key-" + i,
          "expires_at",
          "infinity");
    }

    assertThat(keyOf(1)).isEqualTo("key-1");
    assertThat(keyOf(2)).isEqualTo("key-2");
  }

  private String keyOf(int token) {
    return ask(sql -> sql.findOfWebSession(new byte[] {(byte) token})).orElseThrow().keyId();
  }

  @Test
  void theUseOfAKeyIsNotedOfNoOther() {
    row("api_key", "key_id", "key-1");
    row("api_key", "key_id", "key-2");

    tell(sql -> sql.used("key-2"));

    assertThat(values("api_key", "key_id || (last_used_at IS NULL)"))
        .containsExactly("key-1true", "key-2false");
  }

  @Test
  void aBrowserWhoseTimeIsOverIsNobodys() {
    row("api_key", "key_id", "key-1", "kind", "USER");
    row("web_session", "token_sha256", "\\x01", "key_id", "key-1", "expires_at", "epoch");

    assertThat(askOne(sql -> sql.findOfWebSession(new byte[] {1}))).isEmpty();
  }

  @Test
  void aRoleGrantsItsOwnPermissionsInItsAccount() {
    row(
        "api_key",
        "key_id",
        "key-1",
        "kind",
        "USER",
        "account_id",
        "acct-1",
        "principal_id",
        "user-1",
        "token_sha256",
        "\\x09");
    row("human", "user_id", "user-1", "name", "n");
    row("organization", "org_id", "org-1");
    row("role_assignment", "principal_id", "user-1", "org_id", "org-1", "role_id", "role-1");
    row("organization", "org_id", "org-2", "deleted_at", "now");
    row("role_assignment", "principal_id", "user-1", "org_id", "org-2", "role_id", "role-1");
    row("role", "role_id", "role-1", "account_id", "acct-1", "permissions", "{Use}");
    row("role", "role_id", "role-2", "account_id", "acct-1", "permissions", "{Manage}");

    var held = ask(sql -> sql.find(new byte[] {9})).orElseThrow().holder();

    assertThat(held.roles()).containsExactly("org-1|role-1|Use");
  }
}
