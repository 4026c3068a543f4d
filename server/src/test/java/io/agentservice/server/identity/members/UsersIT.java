package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Humans of the account and of its organizations (api-enterprise.md 2, api-org.md 10). */
class UsersIT extends OnMembers {
  private Reply invite(String role, String... emails) {
    return admin.post(USERS, json("emails", List.of(emails), "enterprise_role_id", role));
  }

  private String mail(String name) {
    return name + "@" + org.value().toLowerCase(Locale.ROOT) + ".example";
  }

  private String invited(String name) {
    return invite("account_member", mail(name)).ok().text("/0/user_id");
  }

  @Test
  void anInvitationMakesAHumanForEachNewAddressInOrder() {
    String old = invited("old");
    admin.post(ofOrg("users/" + old), role("org_member")).ok();
    var all =
        invite(
                "account_admin",
                mail("b"),
                mail("a"),
                mail("old"),
                mail("B").toUpperCase(Locale.ROOT))
            .ok();
    assertThat(all.each("", "/email")).containsExactly(mail("b"), mail("a"), mail("old"));
    assertThat(all.text("/0/name")).isNull();
    assertThat(all.text("/0/role_assignments/0/role/role_id")).isEqualTo("account_admin");
    assertThat(all.text("/0/role_assignments/0/role/role_name")).isEqualTo("Admin");
    assertThat(all.text("/0/role_assignments/0/role/role_type")).isEqualTo("enterprise");
    assertThat(all.text("/0/role_assignments/0/org_id")).isNull();
    assertThat(all.text("/2/user_id")).isEqualTo(old);
    assertThat(all.text("/2/role_assignments/0/role/role_id")).isEqualTo("account_member");
    assertThat(all.text("/2/role_assignments/1/org_id")).isEqualTo(org.value());
    assertThat(server.given().actions()).endsWith("add_enterprise_member", "add_enterprise_member");
    var audit = server.given().lastAudit();
    assertThat(audit.data().at("/email").asString()).isEqualTo(mail("a"));
    assertThat(audit.data().at("/role_id").asString()).isEqualTo("account_admin");
  }

  @Test
  void whoIsInvitedAgainInAnotherCaseIsTheSameHuman() {
    String known = invited("known");
    var again = invite("account_member", mail("known").toUpperCase(Locale.ROOT)).ok();
    assertThat(again.each("", "/user_id")).containsExactly(known);
    assertThat(again.text("/0/email")).isEqualTo(mail("known"));
  }

  @Test
  void everythingWrongWithAnInvitationIsToldAtOnce() {
    admin.post(USERS, "{}").invalid("body.emails missing", "body.enterprise_role_id missing");
    invite("", "a@b", "nobody", "a b@c")
        .invalid(
            "body.emails.1 format", "body.emails.2 format", "body.enterprise_role_id too_short");
    invite("nothing", mail("x")).invalid("body.enterprise_role_id unknown_reference");
    invite("org_member", mail("x")).invalid("body.enterprise_role_id not_allowed");
    var many = new ArrayList<String>();
    for (int i = 0; i < 101; i++) {
      many.add(mail("m" + i));
    }
    invite("account_member", many.toArray(String[]::new)).invalid("body.emails too_long");
    assertThat(admin.get(USERS + "?email=" + mail("x")).ok().each("/email")).isEmpty();
  }

  @Test
  void theListFindsAnAddressInAnyCaseAndPages() {
    String first = invited("first");
    String second = invited("second");
    assertThat(admin.get(USERS + "?first=2").ok().each("/user_id")).containsExactly(second, first);
    var page = admin.get(USERS + "?first=1").ok();
    String next = USERS + "?first=1&after=" + page.text("/end_cursor");
    invited("third");
    assertThat(admin.get(next).ok().each("/user_id")).containsExactly(first);
    String upper = mail("first").toUpperCase(Locale.ROOT);
    assertThat(admin.get(USERS + "?email=" + upper).ok().each("/user_id")).containsExactly(first);
    assertThat(admin.get(USERS + "?email=" + mail("fir")).ok().at("/total").longValue()).isZero();
  }

  @Test
  void aSingleHumanShowsWhatHisGroupsGiveHimToo() {
    String id = invited("one");
    var user = admin.get(USERS + "/" + id).ok();
    assertThat(user.at("/idp_role_assignments").toString()).isEqualTo("[]");
    assertThat(user.text("/email")).isEqualTo(mail("one"));
    admin.get(USERS + "/user-" + "0".repeat(32)).refused(404, "user_not_found");
  }

  @Test
  void aNewMemberNeedsAnInvitationThenAnOrganizationRoleAndHisRemovalEndsHisTokens() {
    // completions.md, item 58
    String id = invited("joe");
    var token = server.given().personalToken(new UserId(id));
    var joe = server.as(token);
    joe.get(path("sessions")).refused(404, "organization_not_found");
    var added = admin.post(ofOrg("users/" + id), role("org_member")).ok();
    assertThat(added.at("/role_assignments").size()).isEqualTo(1);
    assertThat(added.text("/role_assignments/0/org_id")).isEqualTo(org.value());
    joe.get(path("sessions")).ok();
    String session = joe.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    server.as(server.given().legacyKey(new UserId(id), org)).get("/v1/sessions").ok();
    String legacy = "kind = 'LEGACY_USER' AND principal_id = ?";
    server.given().update("UPDATE api_key SET revoked_at = '2026-01-02' WHERE " + legacy, id);

    var removed = admin.delete(USERS + "/" + id).ok();

    assertThat(removed.at("/role_assignments").size()).isEqualTo(2);
    joe.get("/v3/self").refused(401, "credentials_revoked");
    assertThat(
            server.given().text("SELECT revoked_at::date::text FROM api_key WHERE " + legacy, id))
        .as("when it was revoked, which the list of version 2 shows")
        .isEqualTo("2026-01-02");
    admin.get(path("sessions/" + session)).ok();
    admin.get(USERS + "/" + id).refused(404, "user_not_found");
    admin.delete(USERS + "/" + id).refused(404, "user_not_found");
    admin.post(ofOrg("users/" + id), role("org_member")).refused(404, "user_not_found");
    assertThat(invited("joe")).isNotEqualTo(id);
  }

  @Test
  void anOrganizationRoleIsGivenOnceChangedAndTakenAway() {
    // completions.md, item 108
    String id = invited("u");
    server.given().role(new UserId(id), server.given().organization(), "org_member");
    String user = ofOrg("users/" + id);
    admin.patch(user, role("org_admin")).refused(404, "user_not_found");
    admin.delete(user).refused(404, "user_not_found");
    admin.post(user, role("org_member")).ok();
    assertThat(server.given().lastAudit().action()).isEqualTo("add_member");
    assertThat(server.given().lastAudit().orgId()).isEqualTo(org.value());
    admin.post(user, role("org_admin")).refused(409, "already_member");
    var changed = admin.patch(user, role("org_admin")).ok();
    assertThat(changed.text("/role_assignments/0/role/role_id")).isEqualTo("org_admin");
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("assign_roles");
    assertThat(audit.data().at("/previous_role_id").asString()).isEqualTo("org_member");
    assertThat(audit.data().at("/role_id").asString()).isEqualTo("org_admin");
    assertThat(admin.get(ofOrg("users")).ok().at("/total").longValue()).isEqualTo(1);
    assertThat(admin.delete(user).ok().at("/role_assignments").size()).isZero();
    assertThat(admin.get(ofOrg("users")).ok().at("/total").longValue()).isZero();
    var left = admin.get(USERS + "/" + id).ok();
    assertThat(left.at("/role_assignments").size()).as("the account's, elsewhere's").isEqualTo(2);
  }

  @Test
  void theIdOfAServiceUserIsNoHumans() {
    String robot = USERS + "/" + server.given().serviceUser(org, "org_member");
    admin.get(robot).refused(404, "user_not_found");
    admin.patch(robot, role("account_member")).refused(404, "user_not_found");
    admin.delete(robot).refused(404, "user_not_found");
  }

  @Test
  void aRoleMustFitItsPlaceAndItsGiver() {
    String id = invited("u");
    String inOrg = ofOrg("users/" + id);
    admin.post(inOrg, "{}").invalid("body.role_id missing");
    admin.post(inOrg, role("account_member")).invalid("body.role_id not_allowed");
    admin.post(inOrg, role("role-" + "0".repeat(32))).invalid("body.role_id unknown_reference");
    admin.patch(USERS + "/" + id, role("org_member")).invalid("body.role_id not_allowed");
    var clerk = holderOf("ManageAccountMembership");
    clerk.patch(USERS + "/" + id, role("account_admin")).refused(403, "role_exceeds_caller");
    clerk.post(inOrg, role("org_member")).refused(403, "role_exceeds_caller");
    clerk.post(inOrg, role(role("org", "ViewOrgMembership"))).ok();
    clerk
        .post(USERS, json("emails", List.of("z@z.example"), "enterprise_role_id", "account_admin"))
        .refused(403, "role_exceeds_caller");
    assertThat(admin.get(USERS + "?email=z@z.example").ok().each("/email")).isEmpty();
  }

  @Test
  void whatTheGiverHoldsInTheOrganizationCountsToo() {
    String clerk = role("enterprise", "ManageAccountMembership");
    var id = server.given().human(org, "org_member");
    server.given().role(id, null, clerk);
    var caller = server.as(server.given().personalToken(id));
    caller.post(ofOrg("users/" + invited("u")), role("org_member")).ok();
    var other = server.given().organization();
    caller
        .post(
            "/v3/enterprise/organizations/" + other + "/members/users/" + invited("v"),
            role("org_member"))
        .refused(403, "role_exceeds_caller");
  }

  /** Runs with these humans as the account's only administrators. */
  private void withAdministrators(List<String> humans, Runnable work) {
    String robot = admin.get("/v3/self").ok().text("/service_user_id");
    String set = "UPDATE role_assignment SET role_id = ? WHERE org_id IS NULL AND ";
    server.given().update(set + "role_id = 'account_admin'", "account_member");
    humans.forEach(id -> server.given().update(set + "principal_id = ?", "account_admin", id));
    try {
      work.run();
    } finally {
      server.given().update(set + "principal_id = ?", "account_admin", robot);
    }
  }

  private ApiClient personally(String id) {
    return server.as(server.given().personalToken(new UserId(id)));
  }

  @Test
  void theLastAdministratorStays() {
    // completions.md, item 26
    String one = invited("one");
    String two = invited("two");
    withAdministrators(
        List.of(one),
        () -> {
          var caller = personally(one);
          caller.patch(USERS + "/" + one, role("account_member")).refused(409, "last_admin");
          caller.delete(USERS + "/" + one).refused(409, "last_admin");
          caller.patch(USERS + "/" + one, role("account_admin")).ok();
          caller.patch(USERS + "/" + two, role("account_admin")).ok();
          caller.patch(USERS + "/" + one, role("account_member")).ok();
        });
  }

  @Test
  void anAdministratorWhoWasDeletedIsNoOther() {
    String one = invited("one");
    String two = invited("two");
    withAdministrators(
        List.of(one, two),
        () -> {
          server.given().update("UPDATE human SET deleted_at = now() WHERE user_id = ?", two);
          var caller = personally(one);
          caller.patch(USERS + "/" + one, role("account_member")).refused(409, "last_admin");
          caller.delete(USERS + "/" + one).refused(409, "last_admin");
        });
  }

  @Test
  void ofTwoAdministratorsWhoRemoveEachOtherAtOnceOneStays() {
    var both = List.of(invited("one"), invited("two"));
    withAdministrators(
        both,
        () -> {
          try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
              var caller = personally(both.get(i));
              String other = USERS + "/" + both.get(1 - i);
              threads.execute(() -> caller.patch(other, role("account_member")));
            }
          }
          String admins =
              "SELECT count(*) FROM role_assignment WHERE role_id = 'account_admin' AND principal_id IN (?, ?)";
          assertThat(server.given().number(admins, both.get(0), both.get(1))).isEqualTo(1);
        });
  }

  @Test
  void anAssignmentShowsWhatItsRoleIsCalledToday() {
    String role = role("org", "ViewOrgMembership");
    String user = ofOrg("users/" + invited("u"));
    admin.post(user, role(role)).ok();
    admin.patch("/v3/enterprise/roles/" + role, json("role_name", "of today " + org)).ok();
    assertThat(admin.get(ofOrg("users")).ok().text("/items/0/role_assignments/0/role/role_name"))
        .isEqualTo("of today " + org);
  }

  @Test
  void theMembersOfAnOrganizationSeeItsHumansOnlyWithItsPermission() {
    String id = invited("u");
    admin.post(ofOrg("users/" + id), role("org_member")).ok();
    var viewer = server.as(server.given().key(org, role("org", "ViewOrgMembership")));
    String own = "/v3beta1/organizations/" + org + "/members/users";
    assertThat(viewer.get(own).ok().each("/user_id")).containsExactly(id);
    var one = viewer.get(own + "/" + id).ok();
    assertThat(one.at("/role_assignments").size()).isEqualTo(1);
    assertThat(one.text("/role_assignments/0/org_id")).isEqualTo(org.value());
    viewer.get(own + "/" + invited("stranger")).refused(404, "user_not_found");
    member.get(own).refused(403, "permission_denied");
    viewer.get(USERS).refused(403, "permission_denied");
    viewer.get(ofOrg("users")).refused(403, "permission_denied");
  }

  @Test
  void anOrganizationThatIsNotThereIsUnknownToTheAccountToo() {
    for (String method : List.of("GET", "POST", "PATCH", "DELETE")) {
      String users = "/v3/enterprise/organizations/org-" + "0".repeat(32) + "/members/users";
      admin
          .send(method, users + (method.equals("GET") ? "" : "/u"), "")
          .refused(404, "organization_not_found");
    }
    member
        .get("/v3/enterprise/organizations/" + server.given().organization() + "/members/users")
        .refused(404, "organization_not_found");
  }
}
