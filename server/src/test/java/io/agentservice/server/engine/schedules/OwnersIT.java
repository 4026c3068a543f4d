package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules whose owner is there no more, or may keep them no more. */
class OwnersIT extends OnOrganization {
  private static final String MEMBERS = "/v3/enterprise/members/";

  private String schedules;
  private ServiceUserId robot;

  @BeforeEach
  void robot() {
    schedules = path("schedules");
    robot = server.given().serviceUser(org, "org_member");
  }

  private String daily(ServiceUserId owner, String more) {
    return schedules
        + "/"
        + server
            .as(server.given().keyOf(owner))
            .post(
                schedules,
                "{\"prompt\":\"Water the plants\",\"cron_schedule\":\"0 9 * * *\"%s}"
                    .formatted(more))
            .ok()
            .text("/schedule_id");
  }

  private String inOrg(String below) {
    return "/v3/enterprise/organizations/%s/members/%s".formatted(org, below);
  }

  private static String role(String id) {
    return json("role_id", id);
  }

  private String customRole(String... permissions) {
    return server
        .admin()
        .post(
            "/v3/enterprise/roles",
            json(
                "role_name",
                org + " " + server.given().number("SELECT count(*) FROM role"),
                "role_type",
                "org",
                "permissions",
                List.of(permissions)))
        .ok()
        .text("/role_id");
  }

  private Reply paused(String one) {
    await(() -> member.get(one).ok().text("/paused_reason") != null);
    var schedule = member.get(one).ok();
    assertThat(schedule.text("/paused_reason")).isEqualTo("owner_gone");
    assertThat(schedule.at("/is_enabled").booleanValue()).isFalse();
    assertThat(schedule.text("/next_run_at")).isNull();
    return schedule;
  }

  private long runs(String one) {
    return server
        .given()
        .number("SELECT count(*) FROM schedule_run WHERE schedule_id = ?", id(one));
  }

  private static String id(String one) {
    return one.substring(one.lastIndexOf('/') + 1);
  }

  private void due(String one) {
    server
        .given()
        .update(
            "UPDATE schedule SET next_run_at = now() - interval '1 second' WHERE schedule_id = ?",
            id(one));
  }

  @Test
  void thatOfADeletedServiceUserPausesAndWhoeverSetsItOnTakesItOver() {
    String one = daily(robot, "");
    server.admin().delete(MEMBERS + "service-users/" + robot).ok();
    paused(one);
    assertThat(member.get(schedules + "?is_enabled=false").ok().each("/paused_reason"))
        .containsExactly("owner_gone");
    assertThat(server.given().audit(org))
        .anySatisfy(record -> {
          assertThat(record.action()).isEqualTo("update_schedule");
          assertThat(record.data().at("/changes/paused_reason/new").asString())
              .isEqualTo("owner_gone");
        });
    var renamed = member.patch(one, json("name", "plants")).ok();
    assertThat(renamed.text("/paused_reason")).isEqualTo("owner_gone");
    assertThat(renamed.at("/is_enabled").booleanValue()).isFalse();
    String taker = member.get("/v3/self").ok().text("/service_user_id");
    var taken = member.patch(one, "{\"is_enabled\":true}").ok();
    assertThat(taken.text("/paused_reason")).isNull();
    assertThat(taken.text("/owned_by")).isEqualTo(taker);
    assertThat(taken.text("/created_by")).isEqualTo(robot.value());
    assertThat(taken.text("/next_run_at")).endsWith("T09:00:00.000000+00:00");
    due(one);
    await(() -> runs(one) == 1);
    var made = member.get(path("sessions?schedule_id=" + id(one))).ok();
    assertThat(made.text("/items/0/service_user_id")).isEqualTo(taker);
  }

  @Test
  void thatOfARobotThatLostItsRolePauses() {
    String left = daily(robot, "");
    server.admin().delete(inOrg("service-users/" + robot)).ok();
    paused(left);
    var other = server.given().serviceUser(org, "org_member");
    String lesser = daily(other, "");
    server
        .admin()
        .patch(inOrg("service-users/" + other), role(customRole("UseAgentSessions")))
        .ok();
    paused(lesser);
  }

  @Test
  void thatOfARobotThatMayStillKeepSchedulesGoesOn() {
    String one = daily(robot, "");
    server
        .admin()
        .patch(inOrg("service-users/" + robot), role(customRole("ManageOrgSchedules")))
        .ok();
    String left = daily(server.given().serviceUser(org, "org_member"), "");
    server
        .given()
        .update(
            "DELETE FROM role_assignment WHERE principal_id = (SELECT created_by FROM schedule WHERE schedule_id = ?)",
            id(left));
    paused(left); // so whoever looks has looked
    assertThat(member.get(one).ok().at("/is_enabled").booleanValue()).isTrue();
    due(one);
    await(() -> runs(one) == 1);
  }

  @Test
  void thatAsAHumanPausesWhenHeLeavesOrMayBeActedForNoMore() {
    var human = server.given().human(org, "org_member");
    var actor = server.given().serviceUser(org, "org_admin");
    String asHim = ",\"create_as_user_id\":\"%s\"".formatted(human);
    String ofActor = daily(actor, asHim);
    server.admin().patch(inOrg("service-users/" + actor), role("org_member")).ok();
    paused(ofActor);
    String ofHuman = daily(server.given().serviceUser(org, "org_admin"), asHim);
    server.admin().delete(inOrg("users/" + human)).ok();
    paused(ofHuman);
    server
        .admin()
        .patch(ofHuman, "{\"is_enabled\":true}")
        .invalid("body.run_as_user_id unknown_reference");
    var taken =
        server.admin().patch(ofHuman, json("is_enabled", true, "run_as_user_id", null)).ok();
    assertThat(taken.text("/paused_reason")).isNull();
  }

  @Test
  void thatAsAHumanPausesWhenHeMayNotUseSessionsAnyMoreAndGoesOnWithRolesThatAllowIt() {
    var human = server.given().human(org, "org_member");
    var actor = server.given().serviceUser(org, "org_admin");
    String asHim = ",\"create_as_user_id\":\"%s\"".formatted(human);
    String one = daily(actor, asHim);
    String oneToo = daily(server.given().serviceUser(org, "org_admin"), asHim);
    server
        .admin()
        .patch(
            inOrg("service-users/" + actor),
            role(customRole("ManageOrgSchedules", "ImpersonateOrgSessions")))
        .ok();
    server.admin().patch(inOrg("users/" + human), role(customRole("UseAgentSessions"))).ok();
    lookedAt();
    assertThat(isOn(one)).isTrue();
    assertThat(isOn(oneToo)).isTrue();
    server.admin().patch(inOrg("users/" + human), role(customRole("ManageOrgSecrets"))).ok();
    paused(one);
    paused(oneToo);
  }

  @Test
  void whoKeepsOneAsHimselfNeedsNoRightToActForOthers() {
    var human = server.given().human(org, "org_member");
    String one = daily(robot, "");
    server
        .given()
        .update(
            "UPDATE schedule SET created_by = ?, run_as_user_id = ? WHERE schedule_id = ?",
            human.value(),
            human.value(),
            id(one));
    lookedAt();
    assertThat(isOn(one)).isTrue();
  }

  @Test
  void aRoleInAnotherOrganizationKeepsNone() {
    String one = daily(robot, "");
    String elsewhere = "/v3/enterprise/organizations/" + server.given().organization();
    server.admin().post(elsewhere + "/members/service-users/" + robot, role("org_member")).ok();
    server.admin().delete(inOrg("service-users/" + robot)).ok();
    paused(one);
  }

  @Test
  void oneThatWasSetOffByHandIsNotPausedBesides() {
    String off = daily(robot, "");
    member.patch(off, "{\"is_enabled\":false}").ok();
    String on = daily(robot, "");
    server.admin().delete(MEMBERS + "service-users/" + robot).ok();
    paused(on);
    assertThat(member.get(off).ok().text("/paused_reason")).isNull();
  }

  @Test
  void whetherOneIsAbandonedIsJudgedByTheRolesOfItsOwnOwnerAndHuman() {
    customRole("ManageOrgSchedules", "UseAgentSessions", "ImpersonateOrgSessions"); // nobody's
    String little = customRole("ManageOrgSecrets");
    String noActing = customRole("ManageOrgSchedules", "UseAgentSessions");
    String kept = daily(robot, "");
    var lesser = server.given().serviceUser(org, "org_member");
    String ofLesser = daily(lesser, "");
    var gone = server.given().serviceUser(org, "org_member");
    String ofGone = daily(gone, "");
    var human = server.given().human(org, "org_member");
    var lesserHuman = server.given().human(org, "org_member");
    var actor = server.given().serviceUser(org, "org_admin");
    var noActor = server.given().serviceUser(org, "org_admin");
    String asHuman = daily(actor, ",\"create_as_user_id\":\"%s\"".formatted(human));
    String asLesser = daily(actor, ",\"create_as_user_id\":\"%s\"".formatted(lesserHuman));
    String byNoActor = daily(noActor, ",\"create_as_user_id\":\"%s\"".formatted(human));

    hold(lesser.value(), little);
    hold(lesserHuman.value(), little);
    hold(noActor.value(), noActing);
    server
        .given()
        .update(
            "UPDATE service_user SET deleted_at = now() WHERE service_user_id = ?", gone.value());

    assertThat(Stream.of(kept, asHuman)).noneMatch(this::isGone);
    assertThat(Stream.of(ofLesser, ofGone, asLesser, byNoActor)).allMatch(this::isGone);
  }

  private void hold(String principal, String role) {
    server
        .given()
        .update("UPDATE role_assignment SET role_id = ? WHERE principal_id = ?", role, principal);
  }

  private boolean isGone(String one) {
    var account = server.given().text("SELECT account_id FROM organization LIMIT 1");
    var scope = new Scope(new AccountId(account), org);
    try (var database = server.openDatabase()) {
      return database.with(
          OwnerSql.class,
          sql -> sql.isGone(scope, new ScheduleId(id(one)), OwnerSql.Rights.NEEDED));
    }
  }

  @Test
  void nothingIsToldOfThoseOfADeletedOrganization() {
    daily(robot, "");
    server.admin().delete("/v3/enterprise/organizations/" + org).ok();
    var gone = org;
    org = server.given().organization();
    member = server.as(server.given().key(org, "org_member"));
    robot();
    lookedAt();
    assertThat(server.given().audit(gone))
        .noneMatch(record -> record.action().equals("update_schedule"));
  }

  /** Whoever looks for those without an owner has looked since. */
  private void lookedAt() {
    var left = server.given().serviceUser(org, "org_member");
    String other = daily(left, "");
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", left.value());
    paused(other);
  }

  private boolean isOn(String one) {
    return member.get(one).ok().at("/is_enabled").booleanValue();
  }

  @Test
  void whatIsDueInThatMomentDoesNotRun() {
    String one = daily(robot, "");
    server
        .given()
        .update(
            """
            WITH gone AS (DELETE FROM role_assignment WHERE principal_id = ? RETURNING principal_id)
            UPDATE schedule SET next_run_at = now() - interval '1 second' WHERE created_by = (SELECT principal_id FROM gone)
            """,
            robot.value());
    paused(one);
    assertThat(runs(one)).isZero();
    assertThat(member.get(path("sessions?schedule_id=" + id(one))).ok().at("/total").longValue())
        .isZero();
  }

  @Test
  void aTimeInTheFutureSetsOneThatRunsOnceOnAgain() {
    String one =
        schedules
            + "/"
            + server
                .as(server.given().keyOf(robot))
                .post(
                    schedules,
                    "{\"prompt\":\"p\",\"schedule_type\":\"one_time\",\"scheduled_at\":\"2999-01-01T00:00:00Z\"}")
                .ok()
                .text("/schedule_id");
    server.admin().delete(MEMBERS + "service-users/" + robot).ok();
    paused(one);
    var armed = member.patch(one, json("scheduled_at", "2998-01-01T00:00:00Z")).ok();
    assertThat(armed.at("/is_enabled").booleanValue()).isTrue();
    assertThat(armed.text("/paused_reason")).isNull();
    assertThat(armed.text("/owned_by"))
        .isEqualTo(member.get("/v3/self").ok().text("/service_user_id"));
  }
}
