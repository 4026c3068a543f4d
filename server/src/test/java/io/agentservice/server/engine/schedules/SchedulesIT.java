package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The schedules of an organization (api-org.md 6). */
class SchedulesIT extends OnOrganization {
  private static final String SOON = "2999-01-01T12:00:00+02:00";

  private String schedules;

  @BeforeEach
  void paths() {
    schedules = path("schedules");
  }

  private Reply post(String more) {
    return member.post(schedules, "{\"prompt\":\"Water the plants\"%s}".formatted(more));
  }

  private String daily() {
    return one(post(",\"cron_schedule\":\"0 9 * * *\"").ok());
  }

  private String once() {
    return one(
        post(",\"schedule_type\":\"one_time\",\"scheduled_at\":\"%s\"".formatted(SOON)).ok());
  }

  private String one(Reply schedule) {
    return schedules + "/" + schedule.text("/schedule_id");
  }

  private Reply patch(String one, String body) {
    return member.send("PATCH", one, body);
  }

  @Test
  void item51BothSpellingsAreTakenAndShown() {
    var schedule = post(",\"frequency\":\" 0 9 * * * \",\"enabled\":false").ok();
    assertThat(schedule.text("/cron_schedule")).isEqualTo(" 0 9 * * * ");
    assertThat(schedule.text("/frequency")).isEqualTo(" 0 9 * * * ");
    assertThat(schedule.at("/is_enabled").booleanValue()).isFalse();
    assertThat(schedule.at("/enabled").booleanValue()).isFalse();
    assertThat(schedule.text("/next_run_at")).isNull();
    assertThat(schedule.text("/scheduled_session_id")).isEqualTo(schedule.text("/schedule_id"));
    post(",\"frequency\":\"0 9 * * *\",\"cron_schedule\":\"1 9 * * *\"")
        .invalid("body.cron_schedule alias_conflict");
  }

  @Test
  void oneThatRanOftenIsDeletedInPiecesAndTheRunsOfOthersStay() {
    String one = daily();
    String other = daily();
    server
        .given()
        .update(
            """
            INSERT INTO schedule_run (schedule_id, due_at)
            SELECT schedule_id, now() - make_interval(mins => i) FROM schedule, generate_series(1, 1200) i
             WHERE org_id = ?
            """,
            org.value());
    try (var _ = server.given().refusingMoreThan(500, "DELETE", "schedule_run")) {
      member.delete(one).ok();
    }
    member.get(one).refused(404, "schedule_not_found");
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM schedule_run WHERE schedule_id = ?",
                    other.replaceFirst(".*/", "")))
        .isEqualTo(1200);
  }

  @Test
  void aTagOfASessionIsOneOfAScheduleToo() {
    String cron = ",\"frequency\":\"0 9 * * *\",\"tags\":";
    post(cron + "[\"a\",\"b\\u0007\"]").invalid("body.tags.1 pattern");
    post(cron + "[\"a\",\"b\"]").ok();
  }

  @Test
  void item51ABadCronOrZoneIsToldAtTheSpellingThatWasSent() {
    post(",\"cron_schedule\":\"0 9 * *\"").invalid("body.cron_schedule format");
    post(",\"frequency\":\"61 9 * * *\"").invalid("body.frequency format");
    post(",\"frequency\":\"\u0660 \u0669 * * *\"").invalid("body.frequency format");
    post(",\"frequency\":\"\uff10 \uff19 * * *\"").invalid("body.frequency format");
    post(",\"cron_schedule\":\"0 9 * * *\",\"timezone\":\"Mars/Base\"")
        .invalid("body.timezone format");
  }

  @Test
  void aNewScheduleHasDefaults() {
    var schedule = post(",\"cron_schedule\":\"0 9 * * *\"").ok();
    assertThat(schedule.text("/name")).isEqualTo("Water the plants");
    assertThat(schedule.text("/schedule_type")).isEqualTo("recurring");
    assertThat(schedule.text("/timezone")).isEqualTo("UTC");
    assertThat(schedule.at("/interval_count").intValue()).isEqualTo(1);
    assertThat(schedule.text("/agent")).isEqualTo("agent");
    assertThat(schedule.text("/notify_on")).isEqualTo("failure");
    assertThat(schedule.at("/tags").isNull()).isTrue();
    assertThat(schedule.text("/next_run_at")).endsWith("T09:00:00.000000+00:00");
    assertThat(schedule.at("/consecutive_failures").intValue()).isZero();
    assertThat(schedule.text("/created_by"))
        .isEqualTo(member.get("/v3/self").text("/service_user_id"));
    assertThat(member.get(one(schedule)).ok().body()).isEqualTo(schedule.body());
  }

  @Test
  void whatIsMissingOrDoesNotGoTogetherIsTold() {
    member.post(schedules, "{}").invalid("body.prompt missing", "body.cron_schedule missing");
    post(",\"schedule_type\":\"one_time\"").invalid("body.scheduled_at missing");
    post(",\"schedule_type\":\"one_time\",\"scheduled_at\":\"%s\",\"cron_schedule\":\"0 9 * * *\""
            .formatted(SOON))
        .invalid("body.cron_schedule not_allowed");
    for (String bad : List.of("2999-01-01T12:00:00", "soon", "+999999999-12-31T00:00:00Z")) {
      post(",\"schedule_type\":\"one_time\",\"scheduled_at\":\"%s\"".formatted(bad))
          .invalid("body.scheduled_at format");
    }
    post(",\"schedule_type\":\"one_time\",\"scheduled_at\":\"2001-01-01T00:00:00Z\"")
        .invalid("body.scheduled_at too_small");
    post(",\"cron_schedule\":\"0 9 * *"
            + " *\",\"interval_count\":0,\"agent\":\"x\",\"notify_on\":\"x\",\"schedule_type\":\"x\"")
        .invalid(
            "body.schedule_type enum",
            "body.interval_count too_small",
            "body.agent enum",
            "body.notify_on enum");
    post(",\"cron_schedule\":\"0 9 * * *\",\"platform\":\"zx81\"").refused(400, "unknown_platform");
    post(",\"cron_schedule\":\"0 9 * * *\",\"playbook_id\":\"playbook-x\"")
        .invalid("body.playbook_id unknown_reference");
    post(",\"schedule_type\":\"one_time\",\"scheduled_at\":\"%s\",\"target_agent_id\":\"agent-%s\""
            .formatted(SOON, "0".repeat(32)))
        .invalid("body.target_agent_id unknown_reference");
  }

  @Test
  void actingForAnotherNeedsThePermissionAndAMember() {
    String user = server.given().human(org, "org_member").value();
    String forHim = ",\"cron_schedule\":\"0 9 * * *\",\"create_as_user_id\":\"%s\"";
    post(forHim.formatted(user)).refused(403, "permission_denied");
    var admin = server.admin();
    String body = "{\"prompt\":\"p\"%s}";
    assertThat(
            admin
                .post(schedules, body.formatted(forHim.formatted(user)))
                .ok()
                .text("/run_as_user_id"))
        .isEqualTo(user);
    String stranger = server.given().human(server.given().organization(), "org_member").value();
    admin
        .post(schedules, body.formatted(forHim.formatted(stranger)))
        .invalid("body.create_as_user_id unknown_reference");
  }

  @Test
  void whatRunsAsAHumanIsEditedByWhoMayActForHimAlone() {
    String user = server.given().human(org, "org_member").value();
    String one =
        one(
            server
                .admin()
                .post(
                    schedules,
                    json("prompt", "p", "cron_schedule", "0 9 * * *", "create_as_user_id", user))
                .ok());
    for (String edit :
        List.of(
            json("prompt", "Do what I want"),
            json("cron_schedule", "* * * * *"),
            "{\"is_enabled\":true}",
            json("name", "n"),
            json("tags", List.of("t")),
            "{\"bypass_approval\":true}")) {
      var refused = patch(one, edit).refused(403, "permission_denied");
      assertThat(refused.text("/required_permission")).isEqualTo("ImpersonateOrgSessions");
    }
    var same = member.get(one).ok();
    assertThat(same.text("/prompt")).isEqualTo("p");
    assertThat(same.text("/last_edited_by")).isEqualTo(same.text("/created_by"));
    assertThat(server.admin().patch(one, json("name", "n")).ok().text("/run_as_user_id"))
        .isEqualTo(user);
    assertThat(patch(one, json("run_as_user_id", null, "prompt", "q")).ok().text("/prompt"))
        .isEqualTo("q");
    patch(one, json("prompt", "r")).ok();
  }

  @Test
  void item53AnEmptyPatchChangesNothingAndDeleteAnswersTheRecord() {
    String one = daily();
    var before = member.get(one).ok();
    var after = patch(one, "{}").ok();
    assertThat(after.text("/next_run_at")).isEqualTo(before.text("/next_run_at"));
    assertThat(after.text("/name")).isEqualTo(before.text("/name"));
    var deleted = member.delete(one).ok();
    assertThat(deleted.at("/is_enabled").booleanValue()).isFalse();
    assertThat(deleted.text("/prompt")).isEqualTo("Water the plants");
    member.get(one).refused(404, "schedule_not_found");
    patch(one, "{\"name\":7}").refused(404, "schedule_not_found");
    member.delete(one).refused(404, "schedule_not_found");
  }

  @Test
  void item53And105And107NullClearsAndTagsKeepTheirOrder() {
    String one = daily();
    patch(
            one,
            """
            {"name":"n","timezone":"Europe/Berlin","interval_count":3,"tags":["b","a","b"],"notify_on":"never",
             "slack_channel_id":"C","agent":"data_analyst","bypass_approval":true}
            """)
        .ok();
    var set = member.get(one).ok();
    assertThat(set.each("/tags", "")).containsExactly("b", "a");
    assertThat(set.text("/agent")).isEqualTo("data_analyst");
    var cleared =
        patch(
                one,
                """
                {"name":null,"timezone":null,"interval_count":null,"tags":null,"notify_on":null,"agent":null,
                 "slack_channel_id":null,"slack_team_id":null,"playbook_id":null,"platform":null,"target_agent_id":null,
                 "scheduled_at":null,"run_as_user_id":null,"schedule_type":null,"is_enabled":null,"bypass_approval":null}
                """)
            .ok();
    assertThat(cleared.text("/name")).isEqualTo("Water the plants");
    assertThat(cleared.text("/timezone")).isEqualTo("UTC");
    assertThat(cleared.at("/interval_count").intValue()).isEqualTo(1);
    assertThat(cleared.at("/tags").isNull()).isTrue();
    assertThat(cleared.text("/notify_on")).isEqualTo("failure");
    assertThat(cleared.text("/agent")).isEqualTo("agent");
    assertThat(cleared.at("/bypass_approval").booleanValue()).isFalse();
    assertThat(cleared.at("/is_enabled").booleanValue()).isTrue();
    patch(one, "{\"prompt\":null}").invalid("body.prompt missing");
    patch(one, "{\"cron_schedule\":null}").invalid("body.cron_schedule inconsistent");
  }

  @Test
  void item107AStoredCronOutlivesATimeAsOneTime() {
    String one = daily();
    patch(one, json("schedule_type", "one_time")).invalid("body.scheduled_at inconsistent");
    var once = patch(one, json("schedule_type", "one_time", "scheduled_at", SOON)).ok();
    assertThat(once.text("/cron_schedule")).isEqualTo("0 9 * * *");
    assertThat(once.text("/next_run_at")).isEqualTo("2999-01-01T10:00:00.000000+00:00");
    patch(one, "{\"scheduled_at\":null}").invalid("body.scheduled_at inconsistent");
    var back = patch(one, json("schedule_type", "recurring")).ok();
    assertThat(back.text("/next_run_at")).endsWith("T09:00:00.000000+00:00");
    patch(one, json("target_agent_id", "agent-" + "0".repeat(32)))
        .invalid("body.target_agent_id inconsistent");
  }

  @Test
  void itsPlaybookIsShownByTitleAndStaysByIdWhenItIsGone() {
    String playbook =
        member.post(path("playbooks"), json("name", "P", "body", "b")).ok().text("/playbook_id");
    member.post(path("playbooks"), json("name", "Another", "body", "b")).ok();
    String one = daily();
    assertThat(patch(one, json("playbook_id", playbook)).ok().text("/playbook/title"))
        .isEqualTo("P");
    member.delete(path("playbooks/" + playbook)).ok();
    var after = member.get(one).ok();
    assertThat(after.text("/playbook/title")).isNull();
    assertThat(after.text("/playbook/playbook_id")).isEqualTo(playbook);
    patch(one, json("name", "other")).ok();
  }

  @Test
  void item101TheListGoesByCursorAndByOffset() {
    for (int i = 0; i < 5; i++) {
      daily();
    }
    patch(
            one(member.get(schedules + "?limit=1").ok(), "/items/0/schedule_id"),
            "{\"enabled\":false}")
        .ok();
    var all = member.get(schedules).ok().each("/schedule_id");
    assertThat(all).hasSize(5);
    var first = member.get(schedules + "?limit=2").ok();
    assertThat(first.each("/schedule_id")).isEqualTo(all.subList(0, 2));
    assertThat(
            member
                .get(schedules + "?limit=2&after=" + first.text("/end_cursor"))
                .ok()
                .each("/schedule_id"))
        .isEqualTo(all.subList(2, 4));
    var second = member.get(schedules + "?offset=2&limit=2").ok();
    assertThat(second.each("/schedule_id")).isEqualTo(all.subList(2, 4));
    assertThat(second.at("/total").longValue()).isEqualTo(5);
    assertThat(member.get(schedules + "?offset=4").ok().at("/total").longValue()).isEqualTo(5);
    assertThat(
            member
                .get(schedules + "?first=2&after=" + second.text("/end_cursor"))
                .ok()
                .each("/schedule_id"))
        .isEqualTo(all.subList(4, 5));
    assertThat(member.get(schedules + "?is_enabled=false").ok().each("/schedule_id"))
        .isEqualTo(all.subList(0, 1));
    assertThat(member.get(schedules + "?limit=2&first=2").ok().each("/schedule_id"))
        .isEqualTo(all.subList(0, 2));
    member.get(schedules + "?limit=2&first=3").invalid("query.first alias_conflict");
    member.get(schedules + "?first=2&limit=3").invalid("query.limit alias_conflict");
    member.get(schedules + "?first=2&offset=1").invalid("query.offset not_allowed");
    member
        .get(schedules + "?limit=201&offset=-1")
        .invalid("query.offset too_small", "query.limit too_large");
  }

  private String one(Reply list, String pointer) {
    return schedules + "/" + list.text(pointer);
  }

  @Test
  void oneOfAnotherOrganizationIsUnknownHere() {
    String one = once();
    var other = server.given().organization();
    var stranger = server.as(server.given().key(other, "org_member"));
    String there = "/v3/organizations/" + other + one.substring(one.indexOf("/schedules"));
    stranger.get(there).refused(404, "schedule_not_found");
    stranger.get(one).refused(404, "organization_not_found");
  }
}
