package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.EventReader;
import io.agentservice.server.testing.EventReader.Named;
import io.agentservice.server.testing.OnOrganization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The changes of an organization's sessions as a stream (design/web.md 7.5). */
class LiveIT extends OnOrganization {
  private static final Map<String, String> SCHEMAS =
      Map.of(
          "begin", "LivePosition",
          "reset", "LivePosition",
          "session", "Session",
          "attention", "LiveAttention");

  private EventReader watch(ApiClient who, String query) {
    return who.watch(path("live") + query, "LiveFrame");
  }

  private EventReader watch() {
    return watch(member, "");
  }

  private String make(String prompt) {
    return member.post(path("sessions"), json("prompt", prompt)).ok().text("/session_id");
  }

  private void stands(String id, String columns) {
    server.given().update("UPDATE session SET " + columns + " WHERE session_id = ?", id);
  }

  private static Named next(EventReader stream) {
    return stream.named(SCHEMAS);
  }

  private static Named session(EventReader stream, String id) {
    var frame = next(stream);
    assertThat(frame.name()).isEqualTo("session");
    assertThat(frame.data().path("session_id").asString()).isEqualTo(id);
    return frame;
  }

  @Test
  void whatIsMadeAndChangedIsToldOnceWithAGrowingVersion() {
    try (var stream = watch()) {
      assertThat(next(stream).name()).isEqualTo("begin");
      String session = make("First");
      var made = session(stream, session);
      member.patch(path("sessions/" + session), json("title", "Second")).ok();
      var changed = session(stream, session);
      assertThat(changed.data().path("title").asString()).isEqualTo("Second");
      long before = made.data().path("version").asLong(0);
      assertThat(changed.data().path("version").asLong(0)).isGreaterThan(before);
      String other = make("Other");
      session(stream, other);
      assertThat(member.get(path("sessions/" + session)).ok().at("/version").longValue())
          .isEqualTo(changed.data().path("version").asLong(0));
    }
  }

  @Test
  void whoeverIsAskedIsToldOnceAndNotAgainByAnotherChange() {
    String session = make("Ask me");
    try (var stream = watch()) {
      next(stream);
      stands(session, "status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL'");
      session(stream, session);
      var asked = next(stream);
      assertThat(asked.name()).isEqualTo("attention");
      assertThat(asked.data().path("kind").asString()).isEqualTo("approval");
      assertThat(asked.data().path("title").asString()).isEqualTo("Ask me");
      stands(session, "title = 'Renamed'");
      session(stream, session);
      stands(session, "status_detail = 'FINISHED'");
      session(stream, session);
      assertThat(next(stream).data().path("kind").asString()).isEqualTo("finished");
      stands(
          session, "status = 'SUSPENDED', status_detail = 'INACTIVITY', prior_detail = 'FINISHED'");
      session(stream, session);
      String other = make("Other");
      session(stream, other);
    }
  }

  @Test
  void whoeverComesBackGetsWhatHeMissed() {
    String position;
    try (var stream = watch()) {
      position = next(stream).data().path("position").asString();
    }
    String session = make("Missed");
    try (var stream = watch(member, "?after=" + position)) {
      assertThat(next(stream).name()).isEqualTo("begin");
      session(stream, session);
    }
  }

  @Test
  void aChangeThatIsWrittenForLongIsToldWhenItIsThere() throws Exception {
    String slow = make("Slow");
    try (var connection = server.given().connection();
        var statement = connection.createStatement();
        var stream = watch()) {
      next(stream);
      connection.setAutoCommit(false);
      statement.execute(
          "UPDATE session SET title = 'At last' WHERE session_id = '%s'".formatted(slow));
      String quick = make("Quick");
      untilTold(stream, quick, "");
      String later = make("Later");
      untilTold(stream, later, "");
      connection.commit();
      untilTold(stream, slow, "At last");
    }
  }

  /** Passes over what is told again because others write meanwhile; fails when nothing comes. */
  private static void untilTold(EventReader stream, String id, String title) {
    var data = next(stream).data();
    while (!data.path("session_id").asString("").equals(id)
        || !data.path("title").asString("").contains(title)) {
      data = next(stream).data();
    }
  }

  @Test
  void whoeverMissedTooMuchReadsTheListAgain() {
    String position;
    try (var stream = watch()) {
      position = next(stream).data().path("position").asString();
    }
    server
        .given()
        .update(
            """
            INSERT INTO session (session_id, account_id, org_id, status, origin)
            SELECT 'agent-' || md5(o.org_id || n), o.account_id, o.org_id, 'EXIT', 'api'
              FROM organization o, generate_series(1, 501) AS n WHERE o.org_id = ?
            """,
            org.value());
    try (var stream = watch(member, "?after=" + position)) {
      assertThat(next(stream).name()).isEqualTo("begin");
      assertThat(next(stream).name()).isEqualTo("reset");
    }
    try (var stream = watch(member, "?after=9000000000000000000")) {
      assertThat(next(stream).name()).isEqualTo("begin");
      assertThat(next(stream).name()).as("a position of another database").isEqualTo("reset");
    }
  }

  @Test
  void othersOrganizationsAndUnlistedSessionsAreNotTold() {
    var elsewhere = server.given().organization();
    var stranger = server.as(server.given().key(elsewhere, "org_member"));
    var colleague = server.as(server.given().key(org, "org_member"));
    try (var stream = watch(colleague, "")) {
      next(stream);
      stranger.post("/v3/organizations/" + elsewhere + "/sessions", json("prompt", "Theirs")).ok();
      String own = make("Unlisted");
      stands(own, "unlisted = true, title = 'Hidden'");
      // It was listed when it was made.
      String shown = make("Shown");
      for (var frame = next(stream); ; frame = next(stream)) {
        assertThat(frame.data().path("title").asString()).isIn("Unlisted", "Shown");
        if (frame.data().path("session_id").asString().equals(shown)) {
          break;
        }
      }
    }
  }

  @Test
  void aRevokedKeyEndsTheStream() {
    String key = server.given().key(org, "org_member");
    try (var stream = watch(server.as(key), "")) {
      next(stream);
      server.given().revoked(key);
      String line = stream.line();
      while (!line.equals("END")) {
        assertThat(line).isIn("", ": keepalive");
        line = stream.line();
      }
    }
  }

  @Test
  void aWrongPositionIsRefused() {
    member.get(path("live?after=x")).invalid("query.after pattern");
  }

  @Test
  void aPullRequestIsAChange() {
    String session = make("Opens one");
    try (var stream = watch()) {
      next(stream);
      server
          .given()
          .update(
              "INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)"
                  + " SELECT session_id, account_id, org_id, 'https://forge.example/o/r/pull/7', false"
                  + " FROM session WHERE session_id = ?",
              session);
      var told = session(stream, session);
      assertThat(told.data().path("pull_requests").size()).isEqualTo(1);
    }
  }
}
