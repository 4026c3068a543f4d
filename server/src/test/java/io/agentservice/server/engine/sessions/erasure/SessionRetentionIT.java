package io.agentservice.server.engine.sessions.erasure;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.OnOutpost;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that ended long ago go with all that is theirs. */
class SessionRetentionIT extends OnOutpost {
  private Database database;

  @BeforeEach
  void open() {
    database = server.openDatabase();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String ended(String attachment) {
    String id =
        admin
            .post(path("sessions"), json("prompt", "p", "attachment_urls", List.of(attachment)))
            .ok()
            .text("/session_id");
    server.given().update("UPDATE message SET delivery = 'delivered' WHERE session_id = ?", id);
    admin.delete(path("sessions/" + id)).ok();
    assertThat(rows("message", id)).isPositive();
    server.given().update("DELETE FROM queue_entry WHERE session_id = ?", id);
    return id;
  }

  private void age(String id, int days) {
    server
        .given()
        .update(
            "UPDATE session SET ended_at = now() - make_interval(days => ?) WHERE session_id = ?",
            days,
            id);
  }

  private String attachment() {
    return admin
        .upload(path("attachments"), "a.txt", "text".getBytes(StandardCharsets.UTF_8))
        .ok()
        .text("/url");
  }

  private long rows(String table, String id) {
    return server.given().number("SELECT count(*) FROM " + table + " WHERE session_id = ?", id);
  }

  private long used() {
    return server
        .given()
        .number("SELECT count(*) FROM attachment WHERE used AND org_id = ?", org.value());
  }

  @Test
  void withTheirLogsMessagesAndFilesButNotTheirCostsAndRecords() {
    String shared = attachment();
    String old = ended(attachment());
    String other = ended(shared);
    String recent = ended(shared);
    age(old, 31);
    age(other, 31);
    age(recent, 29);
    assertThat(used()).isEqualTo(2);
    int records = server.given().audit(org).size();

    new SessionRetention(database, 30).run(() -> true);

    for (var gone : List.of(old, other)) {
      admin.get(path("sessions/" + gone)).refused(404, "session_not_found");
      for (var table : List.of("session", "event", "message", "session_attachment")) {
        assertThat(rows(table, gone)).as(table).isZero();
      }
    }
    admin.get(path("sessions/" + recent)).ok();
    assertThat(rows("message", recent)).isPositive();
    assertThat(used()).as("the one that the recent session has").isOne();
    assertThat(server.given().audit(org)).hasSize(records);
  }

  @Test
  void aLogOfManyEventsGoesInPieces() {
    String id = ended(attachment());
    server
        .given()
        .update(
            """
            INSERT INTO event (session_id, seq, epoch, type, data)
            SELECT ?, 1000 + n, 0, 'nudge', '{}' FROM generate_series(1, 1200) n
            """,
            id);
    age(id, 31);

    new SessionRetention(database, 30).run(() -> true);

    assertThat(rows("event", id)).isZero();
    assertThat(rows("session", id)).isZero();
  }

  @Test
  void whatSomebodyHasLockedIsLeftForTheNextTime() throws Exception {
    String id = ended(attachment());
    age(id, 31);
    try (var _ = server.given().lockOn(id)) {
      new SessionRetention(database, 30).run(() -> true);
      assertThat(rows("session", id)).isOne();
    }
    Await.until(() -> { // a lock goes some time after its connection was closed
      new SessionRetention(database, 30).run(() -> true);
      return rows("session", id) == 0;
    });
  }

  @Test
  void serversDoItByThemselvesForAnOrganizationThatSaysSo() {
    String id = ended(attachment());
    age(id, 31);
    admin.put("/v3/enterprise/organizations/" + org + "/retention", json("session_days", 30)).ok();
    server.leadAnew();
    Await.until(() -> rows("session", id) == 0);
  }
}
