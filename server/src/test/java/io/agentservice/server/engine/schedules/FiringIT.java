package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when a schedule is due (api-org.md 6). */
@LogsErrors("schedule can't be run")
class FiringIT extends OnOrganization {
  private String schedules;

  @BeforeEach
  void paths() {
    schedules = path("schedules");
  }

  private String schedule(String more) {
    return server
        .admin()
        .post(
            schedules,
            "{\"prompt\":\"Water the plants\",\"cron_schedule\":\"0 9 * * *\"%s}".formatted(more))
        .ok()
        .text("/schedule_id");
  }

  private void due(String schedule, String ago) {
    server
        .given()
        .update(
            "UPDATE schedule SET next_run_at = now() - ?::interval WHERE schedule_id = ?",
            ago,
            schedule);
  }

  private Reply sessions(String schedule) {
    return member.get(path("sessions?schedule_id=" + schedule)).ok();
  }

  private Reply afterRun(String schedule) {
    String ran = "SELECT count(*) FROM schedule_run WHERE schedule_id = ?";
    Await.until(() -> server.given().number(ran, schedule) > 0);
    return member.get(schedules + "/" + schedule).ok();
  }

  @Test
  void itsSessionIsMadeAsItsCreatorSaid() {
    String playbook =
        member.post(path("playbooks"), json("name", "P", "body", "b")).ok().text("/playbook_id");
    String schedule =
        schedule(",\"tags\":[\"b\",\"a\"],\"playbook_id\":\"%s\"".formatted(playbook));
    due(schedule, "1 second");
    var after = afterRun(schedule);
    assertThat(after.text("/last_executed_at")).isNotNull();
    assertThat(after.text("/next_run_at")).endsWith("T09:00:00.000000+00:00");
    var made = sessions(schedule);
    assertThat(made.at("/total").longValue()).isEqualTo(1);
    assertThat(made.text("/items/0/origin")).isEqualTo("automation");
    assertThat(made.text("/items/0/schedule_id")).isEqualTo(schedule);
    assertThat(made.text("/items/0/playbook_id")).isEqualTo(playbook);
    assertThat(made.text("/items/0/title")).isEqualTo("Water the plants");
    assertThat(made.at("/items/0/tags").toString()).isEqualTo("[\"a\",\"b\"]");
    assertThat(made.text("/items/0/service_user_id")).isEqualTo(after.text("/created_by"));
    assertThat(server.given().audit(org))
        .anySatisfy(record -> assertThat(record.action()).isEqualTo("execute_schedule"));
  }

  @Test
  void aScheduleOfADeletedOrganizationDoesNotRun() {
    String theirs = schedule("");
    String living = "/v3/organizations/" + server.given().organization() + "/schedules";
    String ours =
        server
            .admin()
            .post(living, json("prompt", "p", "cron_schedule", "0 9 * * *"))
            .ok()
            .text("/schedule_id");
    server
        .given()
        .update("UPDATE organization SET deleted_at = now() WHERE org_id = ?", org.value());
    due(theirs, "10 seconds");
    due(ours, "1 second");

    String ran = "SELECT count(*) FROM schedule_run WHERE schedule_id = ?";
    Await.until(() -> server.given().number(ran, ours) > 0);
    assertThat(server.given().number(ran, theirs)).as("it was due before").isZero();
  }

  @Test
  void eachRunNamesTheSessionOfItsScheduleAndTime() {
    String one = schedule("");
    String other = schedule("");
    server
        .given()
        .update(
            "UPDATE schedule SET next_run_at = date_trunc('second', now()) WHERE schedule_id IN (?, ?)",
            one,
            other);
    afterRun(one);
    afterRun(other);
    due(one, "1 minute");

    Await.until(() -> sessionsOfRuns(one) == 2);
    assertThat(sessionsOfRuns(other)).isEqualTo(1);
  }

  private long sessionsOfRuns(String schedule) {
    return server
        .given()
        .number(
            """
            SELECT count(DISTINCT session_id) FROM schedule_run r JOIN session s USING (session_id)
             WHERE r.schedule_id = ? AND s.schedule_id = r.schedule_id
            """,
            schedule);
  }

  @Test
  void item52WithTwoServersEachTimeCountsOnce() {
    try (var _ = server.furtherNode()) {
      for (int i = 0; i < 5; i++) {
        String schedule = schedule("");
        due(schedule, "1 second");
        afterRun(schedule);
        assertThat(sessions(schedule).at("/total").longValue()).isEqualTo(1);
      }
    }
  }

  @Test
  void ofMissedTimesTheLatestWithinAnHourIsMadeUp() {
    String everyMinute = schedule("");
    server
        .given()
        .update("UPDATE schedule SET cron = '* * * * *' WHERE schedule_id = ?", everyMinute);
    due(everyMinute, "3 days");
    afterRun(everyMinute);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) FROM schedule_run WHERE schedule_id = ? AND due_at < now() - interval '2 minutes'",
                    everyMinute))
        .isZero();
    String yearly = schedule("");
    server.given().update("UPDATE schedule SET cron = '0 9 1 1 *' WHERE schedule_id = ?", yearly);
    due(yearly, "61 minutes");
    String gone = "SELECT count(*) FROM schedule WHERE schedule_id = ? AND next_run_at > now()";
    Await.until(() -> server.given().number(gone, yearly) == 1);
    assertThat(sessions(yearly).at("/total").longValue()).isZero();
    assertThat(member.get(schedules + "/" + yearly).ok().text("/last_executed_at")).isNull();
  }

  @Test
  void oneThatRunsOnceIsOffAfterwardsAndANewTimeSetsItOnAgain() {
    String once =
        server
            .admin()
            .post(
                schedules,
                json(
                    "prompt",
                    "p",
                    "schedule_type",
                    "one_time",
                    "scheduled_at",
                    "2999-01-01T00:00:00Z"))
            .ok()
            .text("/schedule_id");
    due(once, "1 second");
    var after = afterRun(once);
    assertThat(after.at("/is_enabled").booleanValue()).isFalse();
    assertThat(after.text("/next_run_at")).isNull();
    String one = schedules + "/" + once;
    assertThat(
            member
                .send("PATCH", one, json("scheduled_at", "2998-01-01T00:00:00Z", "enabled", false))
                .ok()
                .at("/is_enabled")
                .booleanValue())
        .isFalse();
    var armed = member.send("PATCH", one, json("scheduled_at", "2997-01-01T00:00:00Z")).ok();
    assertThat(armed.at("/is_enabled").booleanValue()).isTrue();
    assertThat(armed.text("/next_run_at")).startsWith("2997-01-01");
  }

  @Test
  void aFailureIsCountedAndToldAndTheScheduleStaysOn() {
    String schedule = schedule("");
    server.given().update("UPDATE schedule SET platform = 'zx81' WHERE schedule_id = ?", schedule);
    due(schedule, "1 second");
    afterRun(schedule);
    Await.until(() -> member.get(schedules + "/" + schedule).text("/last_error_at") != null);
    var after = member.get(schedules + "/" + schedule).ok();
    assertThat(after.at("/consecutive_failures").intValue()).isEqualTo(1);
    assertThat(after.text("/last_error_message"))
        .isEqualTo("No platform or outpost is called zx81");
    assertThat(after.text("/last_executed_at")).isNull();
    assertThat(after.at("/is_enabled").booleanValue()).isTrue();
    assertThat(after.text("/next_run_at")).isNotNull();
    assertThat(sessions(schedule).at("/total").longValue()).isZero();
    var on = member.send("PATCH", schedules + "/" + schedule, "{\"is_enabled\":true}").ok();
    assertThat(on.at("/consecutive_failures").intValue()).isZero();
  }

  @Test
  void aTagThatIsNoLongerAllowedIsDroppedAndTheRunSaysSo() {
    String schedule = schedule(",\"tags\":[\"old\",\"kept\"]");
    server
        .admin()
        .put("/v3/enterprise/organizations/" + org + "/tags", json("tags", List.of("kept", "new")))
        .ok();
    due(schedule, "1 second");
    afterRun(schedule);
    assertThat(sessions(schedule).each("/items/0/tags", "")).containsExactly("kept");
    assertThat(
            server
                .given()
                .text(
                    "SELECT dropped_tags::text FROM schedule_run WHERE schedule_id = ?", schedule))
        .isEqualTo("{old}");
    var executed =
        server.given().audit(org).stream()
            .filter(record -> record.action().equals("execute_schedule"))
            .toList();
    assertThat(executed.getLast().data().at("/dropped_tags/0").asString()).isEqualTo("old");
    assertThat(member.get(schedules + "/" + schedule).ok().at("/tags").size()).isEqualTo(2);
  }

  @Test
  void oneThatCantBeRunDoesNotStandBeforeOthers() {
    var broken = server.given().organization();
    String theirs = "/v3/organizations/" + broken;
    var admin = server.admin();
    admin.post(theirs + "/secrets", json("key", "K", "value", "v")).ok();
    server.given().update("UPDATE secret SET value = 'x' WHERE org_id = ?", broken.value());
    String first =
        admin
            .post(theirs + "/schedules", json("prompt", "p", "cron_schedule", "0 9 * * *"))
            .ok()
            .text("/schedule_id");
    String second = schedule("");
    due(first, "2 seconds");
    due(second, "1 second");
    afterRun(second);
    var after = admin.get(theirs + "/schedules/" + first).ok();
    assertThat(after.text("/last_error_message")).isEqualTo("Something went wrong here");
    assertThat(after.at("/consecutive_failures").intValue()).isEqualTo(1);
    assertThat(after.text("/next_run_at")).endsWith("T09:00:00.000000+00:00");
  }

  @Test
  void whatOneLineHasCountedNoOtherCountsAgain() {
    var id = new ScheduleId(schedule(""));
    try (var database = server.openDatabase()) {
      var due = database.with(ScheduleSql.class, sql -> sql.find(scope(), id)).orElseThrow();
      var was = due.progress().nextRunAt();
      var failed = new ScheduleSql.Outcome(false, "no", false, was.plus(Duration.ofDays(1)));
      for (int line = 0; line < 2; line++) {
        database.useTransaction(tx -> tx.on(ScheduleSql.class).ran(scope(), id, was, failed));
      }
    }
    var after = member.get(schedules + "/" + id).ok();
    assertThat(after.at("/consecutive_failures").intValue()).isEqualTo(1);
  }

  private Scope scope() {
    return new Scope(new AccountId(server.given().text("SELECT account_id FROM account")), org);
  }

  @Test
  void aTargetGetsThePromptAsAMessage() {
    String target = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    String once =
        server
            .admin()
            .post(
                schedules,
                """
                {"prompt":"And now?","schedule_type":"one_time","scheduled_at":"2999-01-01T00:00:00Z","target_agent_id":"%s"}
                """
                    .formatted(target))
            .ok()
            .text("/schedule_id");
    due(once, "1 second");
    afterRun(once);
    var messages = member.get(path("sessions/" + target + "/messages")).ok();
    assertThat(messages.each("/message")).containsExactly("p", "And now?");
    assertThat(sessions(once).at("/total").longValue()).isZero();
  }

  @Test
  void forAnotherItsSessionIsHisAndTheCreatorIsBeside() {
    String user = server.given().human(org, "org_member").value();
    String schedule = schedule(",\"create_as_user_id\":\"%s\"".formatted(user));
    due(schedule, "1 second");
    afterRun(schedule);
    var made = sessions(schedule);
    assertThat(made.text("/items/0/user_id")).isEqualTo(user);
    assertThat(made.text("/items/0/service_user_id")).isNotNull();
  }
}
