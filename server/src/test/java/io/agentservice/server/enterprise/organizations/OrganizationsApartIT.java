package io.agentservice.server.enterprise.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Organizations beside each other, and beside deleted ones. */
class OrganizationsApartIT extends OnStatements<OrganizationSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final OrgId ONE = new OrgId("org-1");
  private static final OrgId OTHER = new OrgId("org-2");
  private static final OrgId GONE = new OrgId("org-3");

  OrganizationsApartIT() {
    super(OrganizationSql.class);
  }

  private void organizations() {
    for (var org : List.of(ONE, OTHER)) {
      row("organization", "org_id", org, "account_id", ACCOUNT, "name", org);
    }
    row("organization", "org_id", GONE, "account_id", ACCOUNT, "name", "gone", "deleted_at", "now");
  }

  @Test
  void aDeletedOneIsNotFound() {
    organizations();

    assertThat(askOne(sql -> sql.find(ACCOUNT, OTHER)).orElseThrow().orgId()).isEqualTo(OTHER);
    assertThat(askOne(sql -> sql.find(ACCOUNT, GONE))).isEmpty();
    assertThat(askOne(sql -> sql.lock(ACCOUNT, GONE))).isEmpty();
    assertThat(askOne(sql -> sql.named(ACCOUNT, "GONE"))).isEmpty();
    assertThat(askOne(sql -> sql.named(ACCOUNT, "ORG-2"))).contains(OTHER);
    assertThat(askCount(sql -> sql.count(ACCOUNT))).isEqualTo(2);
  }

  @Test
  void oneIsHeldOrWrittenAlone() {
    organizations();

    assertThat(askOne(sql -> sql.lock(ACCOUNT, OTHER)).orElseThrow().orgId()).isEqualTo(OTHER);
    assertThat(free("organization", "org_id", sql -> sql.lock(ACCOUNT, ONE)))
        .containsExactly("org-2", "org-3");
    var named = new Organization(ONE, "new", null, null, Instant.EPOCH, Instant.EPOCH);
    tell(sql -> sql.update(ACCOUNT, named));
    assertThat(values("organization", "name")).containsExactly("gone", "new", "org-2");
    tell(sql -> sql.delete(ACCOUNT, ONE));
    assertThat(values("organization", "org_id || (deleted_at IS NULL)"))
        .containsExactly("org-1false", "org-2true", "org-3false");
  }

  @Test
  void administratorsAreThoseOfTheRole() {
    row("human", "user_id", "user-1", "account_id", ACCOUNT);
    row("human", "user_id", "user-2", "account_id", ACCOUNT);
    row("role_assignment", "principal_id", "user-1", "org_id", ONE, "role_id", "admin");
    row("role_assignment", "principal_id", "user-2", "org_id", ONE, "role_id", "member");
    row("role_assignment", "principal_id", "user-2", "org_id", OTHER, "role_id", "admin");

    assertThat(askAll(sql -> sql.staff(ACCOUNT, List.of("org-1"), "admin")))
        .containsExactly(new Organization.Staff(ONE, 1, 2));
  }

  @Test
  void anotherAdministratorHoldsTheRoleInTheAccountAndIsThereAndOfElsewhere() {
    row("human", "user_id", "user-1", "account_id", ACCOUNT);
    row("role_assignment", "principal_id", "user-1", "org_id", ONE, "role_id", "admin");
    admin("service-user-1", ONE, null);
    admin("service-user-2", OTHER, "now");
    row("human", "user_id", "user-2", "account_id", ACCOUNT);
    row("role_assignment", "principal_id", "user-2", "org_id", null, "role_id", "member");
    row("idp_group", "group_id", "group-1", "account_id", ACCOUNT, "name", "g");
    row("role_assignment", "principal_id", "group-1", "org_id", null, "role_id", "admin");
    assertThat(askIf(sql -> sql.hasAdminBesides(ACCOUNT, ONE, "admin"))).isFalse();

    admin("service-user-3", OTHER, null);
    assertThat(askIf(sql -> sql.hasAdminBesides(ACCOUNT, ONE, "admin"))).isTrue();
  }

  private void admin(String id, OrgId home, String deleted) {
    row(
        "service_user",
        "service_user_id",
        id,
        "account_id",
        ACCOUNT,
        "org_id",
        home,
        "deleted_at",
        deleted);
    row("role_assignment", "principal_id", id, "org_id", null, "role_id", "admin");
  }
}
