package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups of the identity provider and their roles (api-enterprise.md 2 and 3). */
class IdpGroupsIT extends OnMembers {
  private static final String REGISTERED = "/v3/enterprise/idp-groups";
  private static final String GROUPS = "/v3/enterprise/members/idp-groups";
  private static final String IDP_USERS = "/v3/enterprise/members/idp-users";

  private Reply register(String... names) {
    return admin.post(REGISTERED, json("idp_group_names", List.of(names)));
  }

  /** A registered group of this test; its name. */
  private String group(String name) {
    String full = name + " " + org;
    register(full).ok();
    return full;
  }

  private static String below(String collection, String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return collection + "/" + encoded;
  }

  private String ofOrgGroup(String name) {
    return below(ofOrg("idp-groups"), name);
  }

  /** As a sign-in does. */
  private void joins(UserId human, String group) {
    server
        .given()
        .update(
            "INSERT INTO idp_group_member SELECT ?, group_id FROM idp_group WHERE name = ?",
            human.value(),
            group);
  }

  private UserId human() {
    var id = server.given().human(org, "org_member");
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", id.value());
    return id;
  }

  @Test
  void groupsAreRegisteredInOrderOnceAndForgotten() {
    // completions.md, item 59
    String b = "b " + org;
    String a = "a " + org;
    assertThat(register(b, a, b).ok().each("", "/idp_group_name")).containsExactly(b, a);
    assertThat(server.given().actions()).endsWith("add_group_membership", "add_group_membership");
    int records = server.given().actions().size();
    assertThat(register(a).ok().each("", "/idp_group_name")).containsExactly(a);
    assertThat(server.given().actions()).hasSize(records);
    assertThat(admin.get(REGISTERED).ok().each("/idp_group_name")).containsOnlyOnce(a, b);
    admin.post(below(GROUPS, a), role("account_member")).ok();
    joins(human(), b);

    for (String name : List.of(a, b)) {
      admin.delete(below(REGISTERED, name)).refused(409, "idp_group_in_use");
    }
    admin.delete(below(GROUPS, a)).ok();
    assertThat(admin.delete(below(REGISTERED, a)).ok().text("/idp_group_name")).isEqualTo(a);
    assertThat(server.given().lastAudit().action()).isEqualTo("delete_group_membership");
    admin.delete(below(REGISTERED, a)).refused(404, "idp_group_not_found");
  }

  @Test
  void everythingWrongWithARegistrationIsTold() {
    var many = IntStream.range(0, 101).mapToObj(n -> "g" + n + " " + org).toArray(String[]::new);
    register(many).invalid("body.idp_group_names too_long");
    admin.post(REGISTERED, "{}").invalid("body.idp_group_names missing");
    register("", "x".repeat(257))
        .invalid("body.idp_group_names.0 too_short", "body.idp_group_names.1 too_long");
    assertThat(admin.get(REGISTERED).ok().each("/idp_group_name")).doesNotContain(many[0]);
  }

  @Test
  void groupsAreListedByCodePointsAndPagedPastOneThatGoes() {
    String end = " " + org;
    String emoji = "\uD83D\uDE00".repeat(100);
    var names = List.of("B" + end, "a" + end, "\uFF5E" + end, emoji + "1" + end, emoji + "2" + end);
    register(names.reversed().toArray(String[]::new)).ok();
    assertThat(admin.get(GROUPS).ok().each("/idp_group_name").stream().filter(names::contains))
        .containsExactlyElementsOf(names);
    names.forEach(name -> admin.post(below(GROUPS, name), role("account_member")).ok());
    names.forEach(name -> admin.post(ofOrgGroup(name), role("org_member")).ok());
    var page = admin.get(ofOrg("idp-groups?first=2")).ok();
    assertThat(page.at("/total").intValue()).isEqualTo(5);
    admin.delete(below(GROUPS, names.get(1))).ok();
    admin.delete(below(REGISTERED, names.get(1))).ok();
    String next = ofOrg("idp-groups?first=2&after=");
    page = admin.get(next + page.text("/end_cursor")).ok();
    assertThat(page.each("/idp_group_name")).isEqualTo(names.subList(2, 4));
    page = admin.get(next + page.text("/end_cursor")).ok();
    assertThat(page.each("/idp_group_name")).isEqualTo(names.subList(4, 5));
  }

  @Test
  void aGroupGetsARoleInTheAccountThenInOrganizations() {
    // completions.md, items 60, 108 and 109
    String name = group("teams/ops & more");
    String inAccount = below(GROUPS, name);
    String inOrg = ofOrgGroup(name);
    var fresh = admin.get(inAccount).ok();
    assertThat(fresh.text("/idp_group_name")).isEqualTo(name);
    assertThat(fresh.at("/role_assignments").toString()).isEqualTo("[]");
    for (var path : List.of(inAccount, inOrg)) {
      admin.patch(path, role("account_member")).refused(404, "idp_group_not_found");
      admin.delete(path).refused(404, "idp_group_not_found");
    }
    admin.get(inOrg).refused(404, "idp_group_not_found");
    admin.post(inOrg, role("org_member")).refused(409, "idp_group_without_role");
    assertThat(admin.get(ofOrg("idp-groups")).ok().at("/total").intValue()).isZero();

    admin.post(inAccount, role("account_member")).ok();
    admin.post(inAccount, role("account_member")).refused(409, "already_member");
    var added = admin.post(inOrg, role("org_member")).ok();
    assertThat(added.each("/role_assignments", "/org_id")).containsExactly(org.value());
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("add_group_membership");
    assertThat(audit.orgId()).isEqualTo(org.value());
    assertThat(audit.data().at("/idp_group_name").asString()).isEqualTo(name);
    admin.post(inOrg, role("org_admin")).refused(409, "already_member");
    admin.patch(inOrg, role("org_admin")).ok();
    assertThat(server.given().lastAudit().data().toString())
        .contains("\"role_id\":\"org_admin\"", "\"previous_role_id\":\"org_member\"");
    assertThat(admin.get(inOrg).ok().text("/role_assignments/0/role/role_name")).isEqualTo("Admin");
    assertThat(admin.get(inAccount).ok().each("/role_assignments", "/org_id"))
        .containsExactly("", org.value());
    assertThat(admin.delete(inOrg).ok().at("/role_assignments").size()).isZero();
    assertThat(server.given().lastAudit().action()).isEqualTo("delete_group_membership");
    admin.delete(inOrg).refused(404, "idp_group_not_found");
  }

  @Test
  void theAccountRoleOfAGroupTakesItsOtherRolesWithIt() {
    String name = group("g");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role("org_member")).ok();
    var removed = admin.delete(below(GROUPS, name)).ok();
    assertThat(removed.each("/role_assignments", "/org_id")).containsExactly("", org.value());
    assertThat(admin.get(below(GROUPS, name)).ok().at("/role_assignments").size()).isZero();
    admin.get(ofOrgGroup(name)).refused(404, "idp_group_not_found");
    admin.delete(below(GROUPS, name)).refused(404, "idp_group_not_found");
  }

  @Test
  void aRoleOfAGroupMustFitItsPlaceAndItsGiver() {
    String name = group("g");
    admin.post(below(GROUPS, name), role("org_member")).invalid("body.role_id not_allowed");
    admin.post(below(GROUPS, name), "{}").invalid("body.role_id missing");
    var clerk = holderOf("ManageAccountMembership");
    clerk.post(below(GROUPS, name), role("account_admin")).refused(403, "role_exceeds_caller");
    String own = role("org", "ManageOrgSecrets");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role(own)).ok();
    admin.delete("/v3/enterprise/roles/" + own).refused(409, "role_in_use");
  }

  private ApiClient signedIn(UserId human) {
    String cookie =
        server
            .anonymous()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/login", "key=" + server.given().personalToken(human))
            .header("Set-Cookie")
            .replaceFirst(";.*", "");
    return server.anonymous().with("Cookie", cookie);
  }

  @Test
  void aHumanMayDoWhatAnyOfHisGroupsMayByEveryCredentialFromTheNextRequestOn() {
    var id = human();
    var token = server.as(server.given().personalToken(id));
    var browser = signedIn(id);
    var legacy = server.as(server.given().legacyKey(id, org));
    String readers = group("readers");
    String writers = group("writers");
    for (String name : List.of(readers, writers)) {
      admin.post(below(GROUPS, name), role("account_member")).ok();
      joins(id, name);
    }
    for (var caller : List.of(token, browser)) {
      caller.get(path("sessions")).refused(404, "organization_not_found");
    }
    legacy.get("/v1/sessions").refused(403, "permission_denied");

    admin.post(ofOrgGroup(readers), role(role("org", "ViewOrgSessions"))).ok();
    for (var caller : List.of(token, browser)) {
      caller.get(path("sessions")).ok();
    }
    legacy.get("/v1/sessions").ok();
    token.get(path("secrets")).refused(403, "permission_denied");
    admin.post(ofOrgGroup(writers), role(role("org", "ManageOrgSecrets"))).ok();
    token.get(path("secrets")).ok();
    token.get(path("sessions")).ok();
    assertThat(token.get("/v3/self").ok().at("/org_permissions/" + org).toString())
        .contains("ManageOrgSecrets", "ViewOrgSessions");

    admin.delete(ofOrgGroup(readers)).ok();
    token.get(path("sessions")).refused(403, "permission_denied");
    browser.get(path("sessions")).refused(403, "permission_denied");
    admin.delete(below(GROUPS, writers)).ok();
    token.get(path("secrets")).refused(404, "organization_not_found");
  }

  @Test
  void hisOwnRoleAndThatOfHisGroupAddUp() {
    var id = server.given().human(org, role("org", "ManageOrgSecrets"));
    String name = group("g");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role(role("org", "ManageOrgSchedules"))).ok();
    joins(id, name);
    var caller = server.as(server.given().personalToken(id));
    caller.get(path("secrets")).ok();
    caller.get(path("schedules")).ok();
  }

  @Test
  void whoHoldsRolesByGroupsAloneIsAmongTheIdpUsersOnly() {
    String name = group("g");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role("org_member")).ok();
    var byGroup = human();
    var both = server.given().human(org, "org_admin");
    var none = human();
    var direct = server.given().human(org, "org_member");
    String mail = org + "@mail.example";
    server.given().update("UPDATE human SET email = ? WHERE user_id = ?", mail, both.value());
    joins(byGroup, name);
    joins(both, name);

    var users = admin.get(USERS + "?first=4").ok().each("/user_id");
    assertThat(users)
        .contains(both.value(), none.value(), direct.value())
        .doesNotContain(byGroup.value());
    assertThat(admin.get(IDP_USERS + "?first=2").ok().each("/user_id"))
        .containsExactly(both.value(), byGroup.value());
    assertThat(
            admin.get(IDP_USERS + "?email=" + mail.toUpperCase(Locale.ROOT)).ok().each("/user_id"))
        .containsExactly(both.value());
    assertThat(admin.get(ofOrg("users")).ok().each("/user_id"))
        .containsExactly(direct.value(), both.value());
    var viewer = server.as(server.given().key(org, role("org", "ViewOrgMembership")));
    String own = "/v3beta1/organizations/" + org + "/members/";
    for (var list : List.of(admin.get(ofOrg("idp-users")), viewer.get(own + "idp-users"))) {
      assertThat(list.ok().each("/user_id")).containsExactly(both.value(), byGroup.value());
      assertThat(list.at("/items/0/idp_role_assignments").size()).isEqualTo(1);
      assertThat(list.text("/items/0/idp_role_assignments/0/org_id")).isEqualTo(org.value());
    }
    member.get(own + "idp-users").refused(403, "permission_denied");
    assertThat(viewer.get(own + "users/" + byGroup).ok().at("/role_assignments").size()).isZero();
    var details = admin.get(USERS + "/" + byGroup).ok();
    assertThat(details.at("/role_assignments").size()).isZero();
    assertThat(details.each("/idp_role_assignments", "/idp_group_name")).containsOnly(name);
    assertThat(details.each("/idp_role_assignments", "/role/role_id"))
        .containsExactly("account_member", "org_member");
    admin.patch(USERS + "/" + byGroup, role("account_member")).refused(404, "user_not_found");
    admin.patch(ofOrg("users/" + byGroup), role("org_member")).refused(404, "user_not_found");
  }

  @Test
  void whoIsRemovedLeavesHisGroupsAndOthersStay() {
    String name = group("g");
    var id = human();
    var other = human();
    joins(id, name);
    joins(other, name);
    admin.delete(USERS + "/" + id).ok();
    admin.get(USERS + "/" + other).ok();
    admin.delete(below(REGISTERED, name)).refused(409, "idp_group_in_use");
    admin.delete(USERS + "/" + other).ok();
    admin.delete(below(REGISTERED, name)).ok();
  }

  @Test
  void aGroupOfAdministratorsIsNoLastAdministrator() {
    // completions.md, item 26
    String name = group("admins");
    admin.post(below(GROUPS, name), role("account_admin")).ok();
    var byGroup = human();
    joins(byGroup, name);
    String robot = admin.get("/v3/self").ok().text("/service_user_id");
    server
        .given()
        .update(
            "DELETE FROM role_assignment WHERE role_id = 'account_admin' AND principal_id NOT IN (?, (SELECT group_id FROM idp_group WHERE name = ?))",
            robot,
            name);
    var caller = server.as(server.given().personalToken(byGroup));
    caller.patch(SERVICE_USERS + "/" + robot, role("account_member")).refused(409, "last_admin");
    caller.delete(SERVICE_USERS + "/" + robot).refused(409, "last_admin");
    caller.delete(below(GROUPS, name)).ok();
  }

  @Test
  void aDeletedOrganizationTakesTheRolesOfGroupsInItAlong() {
    String name = group("g");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role("org_member")).ok();
    admin.delete("/v3/enterprise/organizations/" + org).ok();
    assertThat(admin.get(below(GROUPS, name)).ok().at("/role_assignments").size()).isEqualTo(1);
    admin.delete(below(GROUPS, name)).ok();
    admin.delete(below(REGISTERED, name)).ok();
  }

  @Test
  void aMemberOfAGroupMaySessionsBeStartedFor() {
    String name = group("g");
    admin.post(below(GROUPS, name), role("account_member")).ok();
    admin.post(ofOrgGroup(name), role("org_member")).ok();
    var id = human();
    joins(id, name);
    String body = json("prompt", "p", "create_as_user_id", id);
    assertThat(admin.post(path("sessions"), body).ok().text("/user_id")).isEqualTo(id.value());
  }
}
