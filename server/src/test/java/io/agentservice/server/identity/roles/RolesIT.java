package io.agentservice.server.identity.roles;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Roles (auth.md 4, api-enterprise.md 6). */
class RolesIT extends OnOrganization {
  private static final String ROLES = "/v3/enterprise/roles";

  private ApiClient admin;

  @BeforeEach
  void callers() {
    admin = server.admin();
    server.given().update("DELETE FROM role");
  }

  private static String body(String name, String type, String... permissions) {
    return json("role_name", name, "role_type", type, "permissions", List.of(permissions));
  }

  private Reply create(String name, String type, String... permissions) {
    return admin.post(ROLES, body(name, type, permissions)).ok();
  }

  private static String one(Reply role) {
    return ROLES + "/" + role.text("/role_id");
  }

  @Test
  void theListHoldsTheFourBuiltInRolesAndTheCustomOnesByName() {
    create("Reader", "org", "ViewOrgSessions");
    create("Clerk", "enterprise", "ManageBilling");
    var list = admin.get(ROLES).ok();
    assertThat(list.each("/role_id"))
        .hasSize(6)
        .startsWith("account_admin", "org_admin")
        .endsWith("account_member", "org_member", list.text("/items/5/role_id"));
    assertThat(list.each("/role_name"))
        .containsExactly("Admin", "Admin", "Clerk", "Member", "Member", "Reader");
    assertThat(list.each("/role_type"))
        .containsExactly("enterprise", "org", "enterprise", "enterprise", "org", "org");
    assertThat(list.each("/is_builtin"))
        .containsExactly("true", "true", "false", "true", "true", "false");
    assertThat(list.text("/items/0/created_at")).isNull();
    assertThat(list.at("/total").longValue()).isEqualTo(6);
  }

  @Test
  void whoLooksAfterAnOrganizationSeesTheRolesThatCanBeHeldThere() {
    var reader = create("Reader", "org", "ViewOrgSessions");
    create("Writer", "org", "ManageOrgSessions");
    create("Clerk", "enterprise", "ManageBilling");
    String own = "/v3beta1/organizations/" + org + "/roles";
    var owner = server.as(server.given().key(org, "org_admin"));

    var list = owner.get(own).ok();
    assertThat(list.each("/role_id")).startsWith("org_admin", "org_member");
    assertThat(list.each("/role_name")).containsExactly("Admin", "Member", "Reader", "Writer");
    assertThat(list.at("/total").longValue()).isEqualTo(4);
    assertThat(list.at("/items/2").toString()).isEqualTo(reader.at("").toString());
    var first = owner.get(own + "?first=3").ok();
    assertThat(first.each("/role_name")).containsExactly("Admin", "Member", "Reader");
    var rest = owner.get(own + "?first=3&after=" + first.text("/end_cursor")).ok();
    assertThat(rest.each("/role_name")).containsExactly("Writer");
    owner.get(ROLES).refused(403, "permission_denied");
  }

  @Test
  void aRoleShowsItsPermissionsSortedAndOnce() {
    var role = create("r", "org", "ViewOrgSessions", "ManageOrgSecrets", "ViewOrgSessions");
    assertThat(role.at("/permissions").toString())
        .isEqualTo("[\"ManageOrgSecrets\",\"ViewOrgSessions\"]");
    assertThat(role.text("/role_id")).startsWith("role-");
    assertThat(admin.get(one(role)).ok().body()).isEqualTo(role.body());
    assertThat(create("d", "org", "UseDevinSessions").text("/permissions/0"))
        .isEqualTo("UseAgentSessions");
  }

  @Test
  void everythingWrongWithARoleIsToldAtOnce() {
    admin
        .post(ROLES, "{}")
        .invalid("body.role_name missing", "body.role_type missing", "body.permissions missing");
    admin
        .post(ROLES, json("role_name", null, "role_type", null, "permissions", null))
        .invalid("body.role_name missing", "body.role_type missing", "body.permissions missing");
    admin
        .post(ROLES, body("", "team", "Fly", "ManageBilling"))
        .invalid("body.role_name too_short", "body.role_type enum", "body.permissions.0 enum");
    admin
        .post(ROLES, body("x".repeat(257), "org", "ManageBilling"))
        .invalid("body.role_name too_long", "body.permissions.0 not_allowed");
    admin
        .post(ROLES, json("role_name", "n", "role_type", "org", "permissions", List.of()))
        .invalid("body.permissions too_short");
    var role = create("r", "org", "ViewOrgSessions");
    admin
        .patch(one(role), json("role_name", null, "permissions", List.of("ManageBilling")))
        .invalid("body.role_name missing", "body.permissions.0 not_allowed");
    admin.patch(one(role), "{\"permissions\":null}").invalid("body.permissions missing");
  }

  @Test
  void namesOfRolesAreDifferent() {
    var first = create("one", "org", "ViewOrgSessions");
    var second = create("two", "org", "ViewOrgSessions");
    admin.post(ROLES, body("one", "enterprise", "ManageBilling")).refused(409, "name_taken");
    admin.post(ROLES, body("Admin", "org", "ViewOrgSessions")).refused(409, "name_taken");
    admin.patch(one(second), json("role_name", "one")).refused(409, "name_taken");
    admin.patch(one(first), json("role_name", "one")).ok();
  }

  @Test
  void builtInRolesCanBeReadAndNotChanged() {
    for (String id : List.of("account_admin", "account_member", "org_admin", "org_member")) {
      String path = ROLES + "/" + id;
      assertThat(admin.get(path).ok().at("/is_builtin").booleanValue()).isTrue();
      admin.patch(path, json("role_name", "n")).invalid("path.role_id not_allowed");
      admin.delete(path).invalid("path.role_id not_allowed");
    }
    admin.get(ROLES + "/outposts_machine").refused(404, "role_not_found");
  }

  @Test
  void absentFieldsStayWhenARoleIsChanged() {
    var role = create("r", "org", "ViewOrgSessions");
    assertThat(admin.patch(one(role), "{}").ok().body()).isEqualTo(role.body());
    var renamed = admin.patch(one(role), json("role_name", "s")).ok();
    assertThat(renamed.text("/permissions/0")).isEqualTo("ViewOrgSessions");
    var more = admin.patch(one(role), json("permissions", List.of("ManageOrgSecrets"))).ok();
    assertThat(more.text("/role_name")).isEqualTo("s");
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("update_role");
    assertThat(audit.data().at("/changes/permissions/old/0").asString())
        .isEqualTo("ViewOrgSessions");
    assertThat(audit.data().at("/role_name").asString()).isEqualTo("s");
  }

  @Test
  void holdersHaveWhatTheRoleSaysFromTheNextRequestOn() {
    var role = create("r", "org", "ManageOrgKnowledge");
    var holder = server.as(server.given().key(org, role.text("/role_id")));
    holder.get(path("knowledge/notes")).ok();
    holder.get(path("sessions")).refused(403, "permission_denied");
    admin.patch(one(role), json("permissions", List.of("ManageOrgSessions"))).ok();
    holder.get(path("knowledge/notes")).refused(403, "permission_denied");
    holder.get(path("sessions")).ok(); // implied
  }

  @Test
  void anEnterpriseRoleHoldsItsOrganizationPermissionsInEveryOrganization() {
    var role = create("r", "enterprise", "ManageAccountSessions");
    var holder = server.as(server.given().accountKey(role.text("/role_id")));
    holder.post(path("sessions"), json("prompt", "p")).ok();
    assertThat(holder.get("/v3/self").ok().at("/permissions").toString())
        .contains("ManageAccountSessions", "ViewOrgSessions", "ReadAccountMeta");
    holder.get(path("knowledge/notes")).refused(403, "permission_denied");
  }

  @Test
  void nobodyWritesARoleWithMoreThanHeHolds() {
    var clerk = create("clerk", "enterprise", "ManageAccountMembership", "ManageBilling");
    var caller = server.as(server.given().accountKey(clerk.text("/role_id")));
    caller
        .post(ROLES, body("a", "enterprise", "ManageGitIntegrations"))
        .refused(403, "role_exceeds_caller");
    caller.post(ROLES, body("a", "org", "ManageOrgSecrets")).refused(403, "role_exceeds_caller");
    var own = caller.post(ROLES, body("a", "enterprise", "ViewAccountConsumption")).ok();
    caller
        .patch(one(own), json("permissions", List.of("ManageGitIntegrations")))
        .refused(403, "role_exceeds_caller");
    var strong = create("strong", "enterprise", "ManageGitIntegrations");
    caller
        .patch(one(strong), json("permissions", List.of("ManageBilling")))
        .refused(403, "role_exceeds_caller");
  }

  @Test
  void aRoleInUseStaysAndOneThatIsDeletedIsGone() {
    var role = create("r", "org", "ManageOrgKnowledge");
    var holder = server.given().human(org, role.text("/role_id"));
    admin.delete(one(role)).refused(409, "role_in_use");
    admin.delete("/v3/enterprise/members/users/" + holder).ok();
    assertThat(admin.delete(one(role)).ok().body()).isEqualTo(role.body());
    admin.get(one(role)).refused(404, "role_not_found");
    admin.delete(one(role)).refused(404, "role_not_found");
    admin.patch(one(role), "{}").refused(404, "role_not_found");
  }

  @Test
  void aWalkOverTheListMissesNoneAlsoOfLongNamesWhileRolesComeAndGo() {
    var expected = new HashSet<>(List.of("Admin", "Member"));
    for (String name : List.of("é\uD83D\uDE00".repeat(40), "z\u001fz", "B".repeat(256), "a b")) {
      String json =
          "{\"role_name\":%s,\"role_type\":\"org\",\"permissions\":[\"ViewOrgSessions\"]}"
              .formatted(Json.MAPPER.writeValueAsString(name));
      admin.post(ROLES, json).ok();
      expected.add(name);
    }
    var names = new ArrayList<String>();
    String after = "";
    for (int pages = 0; pages < 20; pages++) {
      var page = admin.get(ROLES + "?first=1&after=" + after).ok();
      names.addAll(page.each("/role_name"));
      create("between " + pages, "org", "ViewOrgSessions");
      admin.delete(ROLES + "/" + page.text("/items/0/role_id"));
      after = page.text("/end_cursor");
      if (after == null) {
        break;
      }
    }
    assertThat(after).isNull();
    assertThat(names).containsAll(expected).hasSize(8 + between(names));
    admin.get(ROLES + "?first=0").invalid("query.first too_small");
    admin.get(ROLES + "?after=abc").refused(400, "invalid_cursor");
  }

  private static int between(List<String> names) {
    return (int) names.stream().filter(name -> name.startsWith("between")).count();
  }

  @Test
  void aRepetitionWithItsKeyMakesNoSecondRole() {
    var caller = admin.with("Idempotency-Key", "role-1");
    String body = body("once", "org", "ViewOrgSessions");
    var first = caller.post(ROLES, body).ok();
    assertThat(caller.post(ROLES, body).ok().body()).isEqualTo(first.body());
  }

  @Test
  void whoMayOnlyReadMembersReadsRolesToo() {
    var viewer = create("viewer", "enterprise", "ViewAccountMembership");
    var caller = server.as(server.given().accountKey(viewer.text("/role_id")));
    caller.get(ROLES).ok();
    caller.get(one(viewer)).ok();
    caller.post(ROLES, "{}").refused(403, "permission_denied");
    caller.patch(one(viewer), "{}").refused(403, "permission_denied");
    caller.delete(one(viewer)).refused(403, "permission_denied");
    member.get(ROLES).refused(403, "permission_denied");
  }
}
