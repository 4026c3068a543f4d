package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People of an organization, changed by its own administrators (ADR 0103). */
class OwnMembersIT extends OnMembers {
  private ApiClient boss;
  private String bossId;

  @BeforeEach
  void administratorOfTheOrganization() {
    var human = server.given().human(org, "org_admin");
    bossId = human.value();
    server.given().role(human, null, "account_member");
    boss = server.as(server.given().personalToken(human));
  }

  private String own() {
    return "/v3beta1/organizations/" + org + "/members/users";
  }

  private String own(String user) {
    return own() + "/" + user;
  }

  private String mail(String name) {
    return name + "@" + org.value().toLowerCase(Locale.ROOT) + ".example";
  }

  /** Somebody of the account, as an invitation leaves him. */
  private String invited(String name) {
    return admin
        .post(USERS, json("emails", List.of(mail(name)), "enterprise_role_id", "account_member"))
        .ok()
        .text("/0/user_id");
  }

  private static String adding(String email, String role) {
    return json("email", email, "role_id", role);
  }

  private String heldHere(String user) {
    return server
        .given()
        .text(
            "SELECT string_agg(role_id, ',') FROM role_assignment WHERE principal_id = ? AND org_id = ?",
            user,
            org.value());
  }

  private static List<Reply> atOnce(Stream<Supplier<Reply>> calls) {
    var replies = new ConcurrentLinkedQueue<Reply>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      calls.forEach(call -> threads.execute(() -> replies.add(call.get())));
    }
    return List.copyOf(replies);
  }

  private static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).sorted().toList();
  }

  @Test
  void somebodyOfTheAccountIsAddedByHisAddressGivenAnotherRoleAndRemoved() {
    String ada = invited("ada");
    var added = boss.post(own(), adding(mail("ada").toUpperCase(Locale.ROOT), "org_member")).ok();
    assertThat(added.text("/user_id")).isEqualTo(ada);
    assertThat(added.at("/role_assignments").size()).isEqualTo(1);
    assertThat(added.text("/role_assignments/0/org_id")).isEqualTo(org.value());
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("add_member");
    assertThat(audit.orgId()).isEqualTo(org.value());
    assertThat(audit.data().at("/user_id").asString()).isEqualTo(ada);

    boss.post(own(), adding(mail("ada"), "org_admin")).refused(409, "already_member");
    boss.post(own(ada), role("org_admin")).refused(409, "already_member");
    var changed = boss.patch(own(ada), role("org_admin")).ok();
    assertThat(changed.text("/role_assignments/0/role/role_id")).isEqualTo("org_admin");
    assertThat(server.given().lastAudit().data().at("/previous_role_id").asString())
        .isEqualTo("org_member");

    assertThat(boss.delete(own(ada)).ok().at("/role_assignments").size()).isZero();
    assertThat(server.given().lastAudit().action()).isEqualTo("delete_member");
    boss.delete(own(ada)).refused(404, "user_not_found");
    boss.patch(own(ada), role("org_member")).refused(404, "user_not_found");
    assertThat(admin.get(USERS + "/" + ada).ok().text("/role_assignments/0/role/role_id"))
        .as("the account keeps him")
        .isEqualTo("account_member");
    boss.post(own(ada), role("org_member")).ok();
    assertThat(heldHere(ada)).isEqualTo("org_member");
  }

  @Test
  void anAddressOfNobodyIsToldAndInvitesNobody() {
    boss.post(own(), adding(mail("nobody"), "org_member")).invalid("body.email unknown_reference");
    assertThat(admin.get(USERS + "?email=" + mail("nobody")).ok().each("/email")).isEmpty();
    String gone = invited("gone");
    admin.delete(USERS + "/" + gone).ok();
    boss.post(own(), adding(mail("gone"), "org_member")).invalid("body.email unknown_reference");
    boss.post(own(gone), role("org_member")).refused(404, "user_not_found");
  }

  @Test
  void everythingWrongWithARequestIsToldAtOnce() {
    boss.post(own(), "{}").invalid("body.email missing", "body.role_id missing");
    boss.post(own(), "{\"email\":7,\"role_id\":[]}")
        .invalid("body.email type", "body.role_id type");
    boss.post(own(), adding("a".repeat(255), ""))
        .invalid("body.email too_long", "body.role_id too_short");
    invited("ada");
    boss.post(own(), adding(mail("ada"), "nothing")).invalid("body.role_id unknown_reference");
    boss.post(own(), adding(mail("ada"), "account_member")).invalid("body.role_id not_allowed");
    for (String wrong : List.of("null", "true", "1", "1.5", "[]", "{}")) {
      boss.patch(own(bossId), "{\"role_id\":" + wrong + "}")
          .invalid("body.role_id " + (wrong.equals("null") ? "missing" : "type"));
    }
  }

  @Test
  void aRepetitionWithItsKeyAddsOnce() {
    invited("ada");
    var caller = boss.with("Idempotency-Key", "add-" + org);
    String body = adding(mail("ada"), "org_member");
    assertThat(caller.post(own(), body).ok().body())
        .isEqualTo(caller.post(own(), body).ok().body());
  }

  @Test
  void nobodyActsOnWhoMayDoMoreInTheAccount() {
    var auditor = new UserId(invited("auditor"));
    server
        .given()
        .update(
            "UPDATE role_assignment SET role_id = ? WHERE principal_id = ? AND org_id IS NULL",
            role("enterprise", "ViewAccountMetrics"),
            auditor.value());
    String his = own(auditor.value());
    boss.post(his, role("org_member")).refused(403, "role_exceeds_caller");
    boss.post(own(), adding(mail("auditor"), "org_member")).refused(403, "role_exceeds_caller");
    server.given().role(auditor, org, "org_member");
    boss.patch(his, role("org_admin")).refused(403, "role_exceeds_caller");
    boss.delete(his).refused(403, "role_exceeds_caller");
    assertThat(heldHere(auditor.value())).isEqualTo("org_member");
    admin.patch(his, role("org_admin")).ok();
  }

  @Test
  void nobodyGivesOrTakesMoreThanHeHoldsHere() {
    String clerkRole = role("org", "ManageOrgMembership");
    var clerk = server.as(server.given().personalToken(server.given().human(org, clerkRole)));
    String ada = invited("ada");
    clerk.post(own(ada), role("org_member")).refused(403, "role_exceeds_caller");
    clerk.post(own(), adding(mail("ada"), "org_admin")).refused(403, "role_exceeds_caller");
    clerk.post(own(ada), role(clerkRole)).ok();
    clerk.patch(own(ada), role("org_member")).refused(403, "role_exceeds_caller");
    clerk.patch(own(bossId), role(clerkRole)).refused(403, "role_exceeds_caller");
    clerk.delete(own(bossId)).refused(403, "role_exceeds_caller");
    clerk.delete(own(ada)).ok();
    assertThat(heldHere(bossId)).isEqualTo("org_admin");
  }

  @Test
  void whatSomebodyMayDoInAnotherOrganizationDoesNotCount() {
    var other = server.given().organization();
    var visitor = server.given().human(other, "org_admin");
    server.given().role(visitor, null, "account_member");
    String his = own(visitor.value());
    boss.post(his, role("org_member")).ok();
    boss.patch(his, role("org_admin")).ok();
    boss.delete(his).ok();
    boss.post("/v3beta1/organizations/" + other + "/members/users/" + bossId, role("org_member"))
        .refused(404, "organization_not_found");
    assertThat(
            server
                .given()
                .text(
                    "SELECT role_id FROM role_assignment WHERE principal_id = ? AND org_id = ?",
                    visitor.value(),
                    other.value()))
        .isEqualTo("org_admin");
  }

  @Test
  void membersAloneAndServiceUsersAsMembersAreRefused() {
    String ada = invited("ada");
    for (var caller :
        List.of(member, server.as(server.given().key(org, role("org", "ViewOrgMembership"))))) {
      caller.post(own(), adding(mail("ada"), "org_member")).refused(403, "permission_denied");
      caller.post(own(ada), role("org_member")).refused(403, "permission_denied");
      caller.patch(own(bossId), role("org_member")).refused(403, "permission_denied");
      caller.delete(own(bossId)).refused(403, "permission_denied");
    }
    String robot = own(server.given().serviceUser(org, "org_member").value());
    boss.patch(robot, role("org_admin")).refused(404, "user_not_found");
    boss.delete(robot).refused(404, "user_not_found");
  }

  @Test
  void whoGivesUpHisOwnRoleIsOutWithTheNextRequest() {
    boss.patch(own(bossId), role("org_member")).ok();
    boss.patch(own(bossId), role("org_admin")).refused(403, "permission_denied");
    admin.delete(own(bossId)).ok();
    boss.get("/v3/organizations/" + org + "/sessions").refused(404, "organization_not_found");
  }

  @Test
  void ofManyWhoAddTheSamePersonAtOnceOneDoes() {
    String ada = invited("ada");
    var replies =
        atOnce(
            Stream.<Supplier<Reply>>of(
                () -> boss.post(own(), adding(mail("ada"), "org_member")),
                () -> boss.post(own(ada), role("org_admin")),
                () -> admin.post(ofOrg("users/" + ada), role("org_member")),
                () -> boss.post(own(), adding(mail("ada"), "org_admin"))));
    assertThat(statuses(replies)).containsExactly(200, 409, 409, 409);
    assertThat(heldHere(ada)).isIn("org_member", "org_admin");
  }

  @Test
  void whoIsChangedWhileHeIsRemovedIsEitherAndNeverHalf() {
    String ada = invited("ada");
    for (int i = 0; i < 5; i++) {
      boss.post(own(ada), role("org_member")).ok();
      var replies =
          atOnce(
              Stream.<Supplier<Reply>>of(
                  () -> boss.patch(own(ada), role("org_admin")), () -> boss.delete(own(ada))));
      assertThat(statuses(replies)).first().isEqualTo(200);
      assertThat(statuses(replies)).last().isIn(200, 404);
      assertThat(heldHere(ada)).isNull();
    }
  }

  @Test
  void whoIsDeletedWhileHeIsAddedHoldsNothingThatAnybodySees() {
    String ada = invited("ada");
    var replies =
        atOnce(
            Stream.<Supplier<Reply>>of(
                () -> boss.post(own(), adding(mail("ada"), "org_member")),
                () -> admin.delete(USERS + "/" + ada)));
    assertThat(statuses(replies)).first().isEqualTo(200);
    assertThat(statuses(replies)).last().isIn(200, 422);
    assertThat(boss.get(own()).ok().each("/user_id")).doesNotContain(ada);
    boss.get(own(ada)).refused(404, "user_not_found");
  }
}
