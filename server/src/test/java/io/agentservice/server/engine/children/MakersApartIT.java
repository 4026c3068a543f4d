package io.agentservice.server.engine.children;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who made a session, for the sessions that its agent starts. */
class MakersApartIT extends OnStatements<ChildSql> {
  MakersApartIT() {
    super(ChildSql.class);
  }

  private void key(String id, String org, String revoked, String expires) {
    row(
        "api_key",
        "key_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        org,
        "name",
        id,
        "revoked_at",
        revoked,
        "expires_at",
        expires);
  }

  private Optional<Maker> maker(String author) {
    var scope = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
    return askOne(sql -> sql.maker(scope, author, "org_member"));
  }

  @Test
  void aKeyMakesSessionsOfItsOrganizationWhileItIsGood() {
    key("key-good", "org-1", null, null);
    key("key-lasting", "org-1", null, "9999-01-01");
    key("key-elsewhere", "org-2", null, null);
    key("key-revoked", "org-1", "now", null);
    key("key-over", "org-1", null, "2020-01-01");

    assertThat(maker("key-good").orElseThrow().kind()).isEqualTo(Maker.Kind.KEY);
    assertThat(maker("key-lasting")).isPresent();
    assertThat(maker("key-elsewhere")).isEmpty();
    assertThat(maker("key-revoked")).isEmpty();
    assertThat(maker("key-over")).isEmpty();
  }
}
