package io.agentservice.server.enterprise.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of organizations beside each other. */
class LimitsApartIT extends OnStatements<LimitSql> {
  private static final OrgId ONE = new OrgId("org-1");
  private static final OrgId OTHER = new OrgId("org-2");

  LimitsApartIT() {
    super(LimitSql.class);
  }

  @Test
  void eachHasItsOwn() {
    row("acu_limit", "org_id", ONE, "cycle_acu_limit", 1);
    row("acu_limit", "org_id", OTHER, "cycle_acu_limit", 2);

    assertThat(askOne(sql -> sql.limit(ONE))).contains(1);
    assertThat(askOne(sql -> sql.limit(OTHER))).contains(2);
    assertThat(askOne(sql -> sql.limit(new OrgId("org-3")))).isEmpty();
    assertThat(askCount(sql -> sql.remove(ONE))).isEqualTo(1);
    assertThat(values("acu_limit", "org_id")).containsExactly("org-2");
  }

  @Test
  void oneLeavesItsGroupAlone() {
    for (var org : List.of(ONE, OTHER)) {
      row("organization_group_member", "name", "g", "org_id", org);
    }

    tell(sql -> sql.leaveGroup(ONE));

    assertThat(values("organization_group_member", "org_id")).containsExactly("org-2");
  }

  @Test
  void oneThatIsDeletedIsNotHeldForALimit() {
    var account = new AccountId("acct-1");
    row("organization", "org_id", ONE, "account_id", account);
    row("organization", "org_id", OTHER, "account_id", account, "deleted_at", "now");

    assertThat(askOne(sql -> sql.lock(account, ONE))).contains(ONE);
    assertThat(askOne(sql -> sql.lock(account, OTHER))).isEmpty();
  }

  @Test
  void aGroupHasTheMembersOfItsAccountAlone() {
    for (String account : List.of("acct-1", "acct-2")) {
      row("organization_group", "account_id", account, "name", "g");
    }
    row("organization_group_member", "account_id", "acct-1", "name", "g", "org_id", ONE);
    row("organization_group_member", "account_id", "acct-2", "name", "g", "org_id", OTHER);

    assertThat(askAll(sql -> sql.groups(new AccountId("acct-1"))))
        .containsExactly(new LimitSql.Group("g", null, List.of("org-1")));
  }

  @Test
  void organizationsAreThoseThatAreNamedAndThere() {
    var account = new AccountId("acct-1");
    row("organization", "org_id", ONE, "account_id", account);
    row("organization", "org_id", OTHER, "account_id", account, "deleted_at", "now");
    row("organization", "org_id", "org-3", "account_id", account);

    assertThat(askAll(sql -> sql.known(account, List.of("org-1", "org-2"))))
        .containsExactly("org-1");
  }
}
