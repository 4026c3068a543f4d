package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What came of a schedule's times, and schedules that are run by hand. */
class RunsIT extends OnOrganization {
  private String schedule(Object... more) {
    var fields = new ArrayList<Object>(List.of("prompt", "p", "cron_schedule", "0 9 * * *"));
    fields.addAll(List.of(more));
    var made = server.admin().post(path("schedules"), json(fields.toArray())).ok();
    return path("schedules/" + made.text("/schedule_id"));
  }

  private List<String> ofRuns(String one, String field) {
    return member.get(one + "/runs").ok().each("/" + field);
  }

  @Test
  void oneThatIsRunNowMakesItsSessionAndItsTimesStay() {
    String one = schedule("tags", List.of("nightly"));
    String next = member.get(one).ok().text("/next_run_at");

    var session = member.with("Idempotency-Key", "once").post(one + "/run", "").ok();
    var again = member.with("Idempotency-Key", "once").post(one + "/run", "").ok();

    assertThat(again.text("/session_id")).isEqualTo(session.text("/session_id"));
    assertThat(session.at("/tags/0").asString()).isEqualTo("nightly");
    assertThat(ofRuns(one, "session_id")).containsExactly(session.text("/session_id"));
    var after = member.get(one).ok();
    assertThat(after.text("/next_run_at")).isEqualTo(next);
    assertThat(after.text("/last_executed_at")).isNotNull();
    assertThat(server.given().audit(org))
        .filteredOn(record -> record.action().equals("execute_schedule"))
        .singleElement()
        .satisfies(record ->
            assertThat(record.data().at("/session_id").asString())
                .isEqualTo(session.text("/session_id")));
  }

  @Test
  void oneThatIsOffIsRunByHandAndStaysOff() {
    String one = schedule("is_enabled", false);
    member.post(one + "/run", "").ok();
    assertThat(member.get(one).ok().at("/is_enabled").booleanValue()).isFalse();
    assertThat(member.get(one).ok().text("/next_run_at")).isNull();
    assertThat(ofRuns(one, "error_message")).hasSize(1);
  }

  @Test
  void runsAtTheSameTimeAreARunEach() throws Exception {
    String one = schedule();
    Callable<Reply> run = () -> member.post(one + "/run", "");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var reply : threads.invokeAll(IntStream.range(0, 8).mapToObj(_ -> run).toList())) {
        reply.get().ok();
      }
    }
    assertThat(ofRuns(one, "session_id")).hasSize(8).doesNotHaveDuplicates();
    assertThat(ofRuns(one, "due_at")).isSortedAccordingTo((a, b) -> b.compareTo(a));
  }

  @Test
  void runsArePagedNewestFirstWithWhatWentWrong() {
    String one = schedule();
    for (int day = 1; day <= 5; day++) {
      server
          .given()
          .update(
              "INSERT INTO schedule_run (schedule_id, due_at, error_message, dropped_tags) VALUES (?, ?::timestamptz, ?, '{old}')",
              one.substring(one.lastIndexOf('/') + 1),
              "2027-01-0%d 09:00:00Z".formatted(day),
              "No platform " + day);
    }
    var first = member.get(one + "/runs?first=2").ok();
    assertThat(first.each("/due_at"))
        .containsExactly("2027-01-05T09:00:00.000000+00:00", "2027-01-04T09:00:00.000000+00:00");
    assertThat(first.each("/error_message")).containsExactly("No platform 5", "No platform 4");
    assertThat(first.at("/items/0/dropped_tags/0").asString()).isEqualTo("old");
    assertThat(first.at("/items/0/session_id").isNull()).isTrue();
    assertThat(first.at("/total").intValue()).isEqualTo(5);
    var rest = member.get(one + "/runs?first=9&after=" + first.text("/end_cursor")).ok();
    assertThat(rest.each("/error_message"))
        .containsExactly("No platform 3", "No platform 2", "No platform 1");
  }

  @Test
  void whatRunsAsAHumanIsRunByWhoMayActForHimAlone() {
    String one = schedule("run_as_user_id", server.given().human(org, "org_member").value());
    var refused = member.post(one + "/run", "").refused(403, "permission_denied");
    assertThat(refused.text("/required_permission")).isEqualTo("ImpersonateOrgSessions");
    assertThat(ofRuns(one, "session_id")).isEmpty();
    server.admin().post(one + "/run", "").ok();
  }

  @Test
  void oneWithoutAnOwnerIsNotRun() {
    var robot = server.given().serviceUser(org, "org_member");
    var made =
        server
            .as(server.given().keyOf(robot))
            .post(path("schedules"), json("prompt", "p", "cron_schedule", "0 9 * * *"));
    String one = path("schedules/" + made.ok().text("/schedule_id"));
    server.admin().delete("/v3/enterprise/members/service-users/" + robot).ok();
    member.post(one + "/run", "").refused(409, "owner_gone");
    assertThat(ofRuns(one, "session_id")).isEmpty();
    member.patch(one, "{\"is_enabled\":true}").ok();
    member.post(one + "/run", "").ok();
  }

  @Test
  void anUnknownOneHasNoRuns() {
    String unknown = path("schedules/sched-" + "0".repeat(32));
    member.get(unknown + "/runs").refused(404, "schedule_not_found");
    member.post(unknown + "/run", "").refused(404, "schedule_not_found");
  }
}
