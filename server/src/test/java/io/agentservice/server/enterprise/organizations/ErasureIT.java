package io.agentservice.server.enterprise.organizations;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How the erasure goes on where there is much, or something in its way. */
class ErasureIT extends OnOutpost {
  private static final String ALL = "/v3/enterprise/organizations/";

  private void fill(OrgId of) {
    String base = "/v3/organizations/" + of + "/";
    admin.post(base + "sessions", json("prompt", "p")).ok();
    admin.post(base + "schedules", json("prompt", "p", "cron_schedule", "0 9 * * *")).ok();
  }

  @Test
  void oneThatCanNotBeErasedHoldsUpNoOther() {
    var other = server.given().organization();
    for (var each : List.of(org, other)) {
      fill(each);
      admin.delete(ALL + each).ok();
    }
    age(org, "9 days");
    age(other, "8 days");
    try (var _ =
        server
            .given()
            .refusing(
                "BEFORE DELETE ON schedule FOR EACH ROW WHEN (OLD.org_id = '%s')".formatted(org))) {
      awaitErasure(other);
      assertThat(isErased(org)).isFalse();
    }
    awaitErasure(org);
  }

  @Test
  void oneInWhichASessionLivesIsErasedWhenThatHasEnded() {
    admin.post(path("sessions/" + session() + "/archive"), "").ok(); // it sleeps
    sessionsEnded(true); // so that nobody ends it yet
    admin.delete(ALL + org).ok();
    age(org, "9 days");
    for (int round = 0; round < 2; round++) { // of which the first may begin before it is due
      var other = server.given().organization();
      admin.delete(ALL + other).ok();
      age(other, "8 days");
      awaitErasure(other);
    }
    assertThat(isErased(org)).isFalse();

    sessionsEnded(false);
    awaitErasure(org);
  }

  private void sessionsEnded(boolean ended) {
    server
        .given()
        .update("UPDATE organization SET sessions_ended = ? WHERE org_id = ?", ended, org.value());
  }

  @Test
  void manyRowsOfOneScheduleOrSessionAreErasedInPieces() {
    fill(org);
    server
        .given()
        .update(
            """
            INSERT INTO schedule_run (schedule_id, due_at)
            SELECT schedule_id, now() + make_interval(secs => i) FROM schedule, generate_series(1, 1200) i
             WHERE org_id = ?
            """,
            org.value());
    server
        .given()
        .update(
            """
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT session_id, 1000 + i, 0, 't', '{}' FROM session, generate_series(1, 1200) i WHERE org_id = ?
            """,
            org.value());
    admin.delete(ALL + org).ok();
    age(org, "8 days");
    try (var _ = server.given().refusingMoreThan(500, "DELETE", "schedule_run", "event")) {
      awaitErasure(org);
    }
  }

  @Test
  void whatIsOfAnotherOrganizationStaysThoughItNamesItsScheduleSessionOrBranchAlone() {
    var erased = org;
    var other = server.given().organization();
    org = other;
    outpost(org.value().substring(4));
    admin.delete(path("sessions/" + session())).ok(); // which leaves a tombstone
    String old = session();
    admin.delete(path("sessions/" + old)).ok();
    server.given().update("DELETE FROM queue_entry WHERE session_id = ?", old);
    for (var each : List.of(erased, other)) {
      fill(each);
      server
          .given()
          .update(
              """
              INSERT INTO schedule_run (schedule_id, due_at)
              SELECT schedule_id, now() FROM schedule WHERE org_id = ?
              """,
              each.value());
      server
          .given()
          .update(
              """
              WITH branch AS (
                INSERT INTO indexed_branch (account_id, org_id, host, repo_path, branch_name, position, due_at)
                SELECT account_id, org_id, 'h', 'o/r', '', 1, 'infinity' FROM organization WHERE org_id = ?
                RETURNING branch_id
              )
              INSERT INTO index_file (branch_id, path, blob) SELECT branch_id, 'f', 'b' FROM branch
              """,
              each.value());
      server
          .given()
          .update(
              """
              INSERT INTO session_analysis (session_id, held_until)
              SELECT session_id, 'infinity' FROM session WHERE org_id = ?
              """,
              each.value());
    }
    var before = belongings(other);
    assertThat(before).doesNotContain(0L);
    admin.delete(ALL + erased).ok();
    age(erased, "8 days");

    awaitErasure(erased);

    assertThat(belongings(erased)).containsOnly(0L);
    assertThat(belongings(other)).isEqualTo(before);
  }

  /** How many rows hang on what is the organization's. */
  private List<Long> belongings(OrgId of) {
    return Stream.of(
            "schedule_run JOIN schedule USING (schedule_id)",
            "index_file JOIN indexed_branch USING (branch_id)",
            "event JOIN session USING (session_id)",
            "queue_entry JOIN session USING (session_id)",
            "session_analysis JOIN session USING (session_id)",
            "message JOIN session USING (session_id)")
        .map(rows ->
            server.given().number("SELECT count(*) FROM " + rows + " WHERE org_id = ?", of.value()))
        .toList();
  }

  /** An organization that something else is changing is left for the next time. */
  private void awaitErasure(OrgId of) {
    await(() -> {
      server.leadAnew();
      return isErased(of);
    });
  }

  private boolean isErased(OrgId of) {
    return server
            .given()
            .number(
                "SELECT count(*) FROM organization WHERE erased_at IS NOT NULL AND org_id = ?",
                of.value())
        == 1;
  }

  private void age(OrgId of, String age) {
    server
        .given()
        .update(
            "UPDATE organization SET deleted_at = now() - ?::interval WHERE org_id = ?",
            age,
            of.value());
  }
}
