package io.agentservice.server.identity.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.RoleId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Members and their roles beside each other, and beside who left. */
class MembersApartIT extends OnStatements<MemberSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final OrgId ONE = new OrgId("org-1");
  private static final Scope ALL = new Scope(ACCOUNT, null);
  private static final MemberFilter ANY = new MemberFilter(null, true, MemberFilter.Holding.ANY);

  MembersApartIT() {
    super(MemberSql.class);
  }

  private void human(String id, String deleted) {
    row("human", "user_id", id, "account_id", ACCOUNT, "deleted_at", deleted);
  }

  private void robot(String id, String org, String name, String deleted) {
    row(
        "service_user",
        "service_user_id",
        id,
        "account_id",
        ACCOUNT,
        "org_id",
        org,
        "name",
        name,
        "deleted_at",
        deleted);
  }

  private void role(String principal, String org, String role) {
    row("role_assignment", "principal_id", principal, "org_id", org, "role_id", role);
  }

  private List<String> roles() {
    return values("role_assignment", "concat_ws(' ', principal_id, org_id, role_id)");
  }

  @Test
  void whoLeftIsNeitherListedNorCountedNorAnotherAdministrator() {
    human("user-1", null);
    human("user-2", "now");
    role("user-2", null, "admin");

    assertThat(askAll(sql -> sql.page(ALL, "user", ANY, Window.first(10))))
        .extracting(Member.Row::memberId)
        .containsExactly("user-1");
    assertThat(askCount(sql -> sql.count(ALL, "user", ANY, 10))).isEqualTo(1);
    human("user-4", null);
    role("user-4", "org-1", "admin");
    assertThat(askIf(sql -> sql.anotherHas(ACCOUNT, "admin", "user-1"))).isFalse();
    role("user-1", null, "admin");
    assertThat(askIf(sql -> sql.anotherHas(ACCOUNT, "admin", "user-3"))).isTrue();
  }

  @Test
  void whenARobotExpiresIsToldByTheKeysThatAreGood() {
    robot("service-user-1", "org-1", "a", null);
    key("key-1", "infinity", "now");
    assertThat(expires()).isEmpty();

    key("key-2", "2999-01-01", null);
    assertThat(expires()).hasValueSatisfying(at -> assertThat(at).startsWith("2999-01-01"));
  }

  private void key(String id, String expires, String revoked) {
    row(
        "api_key",
        "key_id",
        id,
        "principal_id",
        "service-user-1",
        "expires_at",
        expires,
        "revoked_at",
        revoked);
  }

  private Optional<String> expires() {
    return ask(sql -> sql.find(ALL, "service_user", "service-user-1"))
        .map(found -> found.expiresAt())
        .map(String::valueOf);
  }

  @Test
  void groupsAreReadFromOneOnByItsNameAtThatTime() {
    group("g1", "b");
    group("g2", "c");
    group("g3", "d");

    assertThat(groups("g1")).containsExactly("g2", "g3");
    assertThat(groups("g2")).containsExactly("g3");
    assertThat(groups("gone")).containsExactly("g1", "g2", "g3");
  }

  private void group(String id, String name) {
    row("idp_group", "group_id", id, "account_id", ACCOUNT, "name", name);
  }

  private List<String> groups(String behind) {
    return ask(sql -> sql.groups(ALL, "idp_group", ANY, behind, "a", 10)).stream()
        .map(Member.Row::memberId)
        .toList();
  }

  @Test
  void theRoleOfTheAccountIsNoneOfAnOrganization() {
    role("user-1", "org-1", "member");
    assertThat(askOne(sql -> sql.roleOf("user-1", null))).isEmpty();
    tell(sql -> sql.reassign("user-1", null, new RoleId("admin")));
    assertThat(roles()).containsExactly("user-1 org-1 member");

    role("user-1", null, "member");
    tell(sql -> sql.reassign("user-1", null, new RoleId("admin")));
    assertThat(roles()).containsExactly("user-1 admin", "user-1 org-1 member");
  }

  @Test
  void aRoleIsTakenAwayThereAlone() {
    role("user-1", "org-1", "member");
    role("user-1", "org-2", "member");
    role("user-2", "org-1", "member");

    tell(sql -> sql.unassign("user-1", ONE));

    assertThat(roles()).containsExactly("user-1 org-2 member", "user-2 org-1 member");
  }

  @Test
  void aGroupThatLosesItsRolesIsOneOfThem() {
    group("g1", "a");
    group("g2", "b");
    role("g1", "org-1", "member");
    role("g2", "org-1", "member");

    tell(sql -> sql.unassignAll(ACCOUNT, "g2"));

    assertThat(roles()).containsExactly("g1 org-1 member");
  }

  @Test
  void aNameIsFreeAgainWhenItsRobotWasDeletedWhichIsNotDeletedTwice() {
    robot("service-user-1", "org-1", "gone", "epoch");
    robot("service-user-2", "org-1", "there", null);
    var scope = new Scope(ACCOUNT, ONE);

    assertThat(askIf(sql -> sql.serviceUserNamed(scope, "gone"))).isFalse();
    assertThat(askIf(sql -> sql.serviceUserNamed(scope, "there"))).isTrue();
    assertThat(askAll(sql -> sql.deleteServiceUsersOf(ONE))).containsExactly("service-user-2");
    assertThat(values("service_user", "deleted_at = 'epoch'")).containsExactly("false", "true");
  }

  @Test
  void aChangeOfOneAccountsMembersHoldsUpNoOther() {
    row("account", "account_id", "acct-1");
    row("account", "account_id", "acct-2");

    assertThat(free("account", "account_id", sql -> sql.lockAll(ACCOUNT)))
        .containsExactly("acct-2");
  }

  @Test
  void whoHoldsARoleByAGroupHoldsItThere() {
    human("user-1", null);
    human("user-2", null);
    human("user-3", null);
    role("user-1", "org-1", "member");
    role("g1", "org-1", "member");
    role("g2", "org-2", "member");
    row("idp_group_member", "user_id", "user-2", "group_id", "g1");
    row("idp_group_member", "user_id", "user-3", "group_id", "g2");

    assertThat(byGroup(ALL)).containsExactlyInAnyOrder("user-2", "user-3");
    assertThat(byGroup(new Scope(ACCOUNT, ONE))).containsExactly("user-2");
  }

  private List<String> byGroup(Scope scope) {
    var filter = new MemberFilter(null, true, MemberFilter.Holding.BY_GROUP);
    assertThat(askCount(sql -> sql.count(scope, "user", filter, 9)))
        .isEqualTo(ask(sql -> sql.page(scope, "user", filter, Window.first(9))).size());
    return ask(sql -> sql.page(scope, "user", filter, Window.first(9))).stream()
        .map(Member.Row::memberId)
        .toList();
  }

  @Test
  void assignmentsAreThoseOfWhomIsAskedFor() {
    for (String user : List.of("user-1", "user-2")) {
      human(user, null);
      role(user, "org-1", "member");
      role(user, null, "admin");
    }

    assertThat(askAll(sql -> sql.assignments(ALL, List.of("user-2"))))
        .extracting(MemberSql.AssignmentRow::principalId)
        .containsExactly("user-2", "user-2");
    assertThat(askAll(sql -> sql.accountRoles(ACCOUNT, List.of("user-2"))))
        .extracting(MemberSql.AssignmentRow::principalId)
        .containsExactly("user-2");
  }
}
