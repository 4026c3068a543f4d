package io.agentservice.server.context.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SecretId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Secrets beside each other. */
class SecretsApartIT extends OnStatements<SecretSql> {
  SecretsApartIT() {
    super(SecretSql.class);
  }

  @Test
  void oneIsHeldAlone() {
    var scope = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
    for (int i : List.of(1, 2)) {
      row(
          "secret",
          "secret_id",
          "secret-" + i,
          "account_id",
          "acct-1",
          "org_id",
          "org-1",
          "type",
          "KEY_VALUE");
    }
    var second = new SecretId("secret-2");

    assertThat(askOne(sql -> sql.lock(scope, second)).orElseThrow().secretId()).isEqualTo(second);
    assertThat(free("secret", "secret_id", sql -> sql.lock(scope, second)))
        .containsExactly("secret-1");
  }

  @Test
  void whatCodesAreMadeOfIsNoValueForASession() {
    for (String type : List.of("KEY_VALUE", "TOTP")) {
      row("secret", "org_id", "org-1", "type", type, "key", type, "is_sensitive", true);
      row("secret", "org_id", "org-2", "type", type, "key", type, "is_sensitive", true);
    }
    var org = new OrgId("org-1");

    assertThat(askAll(sql -> sql.values(org, null, false)))
        .extracting(SecretSql.Sealed::key)
        .containsExactly("KEY_VALUE");
    assertThat(askAll(sql -> sql.authenticators(org, null)))
        .extracting(SecretSql.Sealed::key)
        .containsExactly("TOTP");
    row("secret", "org_id", "org-1", "type", "KEY_VALUE", "key", "OTHER");
    assertThat(askAll(sql -> sql.named(org, Set.of("KEY_VALUE", "TOTP"))))
        .extracting(SecretSql.Sealed::key)
        .containsExactly("KEY_VALUE");
  }
}
