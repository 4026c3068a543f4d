package io.agentservice.server;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a server removes of itself, and what it must keep. */
class HousekeepingIT extends OnOutpost {
  private static final String ENTRIES = "SELECT count(*) FROM queue_entry WHERE session_id = ?";

  private String ended(String age) {
    String id = session();
    admin.delete(path("sessions/" + id)).ok();
    age("queue_entry", "removed_at", id, age);
    return id;
  }

  private void age(String table, String column, String session, String age) {
    server
        .given()
        .update(
            "UPDATE %s SET %s = now() - ?::interval WHERE session_id = ?".formatted(table, column),
            age,
            session);
  }

  private boolean hasEntry(String session) {
    return server.given().number(ENTRIES, session) == 1;
  }

  private Reply create(String key, String prompt) {
    return admin.with("Idempotency-Key", key).post(path("sessions"), json("prompt", prompt));
  }

  private void answered(String key, String age) {
    create(key, "first").ok();
    server
        .given()
        .update("UPDATE idempotency SET created_at = now() - ?::interval WHERE key = ?", age, key);
  }

  private long answers(String key) {
    return server.given().number("SELECT count(*) FROM idempotency WHERE key = ?", key);
  }

  @Test
  void tombstonesAndAnswersGoWhenTheirTimeIsOverAndNothingElseDoes() {
    String old = ended("7 days 1 hour");
    String recent = ended("6 days 23 hours");
    String waiting = session();
    age("queue_entry", "created_at", waiting, "400 days");
    age("session", "created_at", waiting, "400 days");
    answered("old", "24 hours 1 minute");
    answered("recent", "23 hours 59 minutes");
    String cursor = admin.get(AGENTS + "?first=1&outpost=" + outpost).ok().text("/cursor");

    server.leadAnew();
    await(() -> !hasEntry(old) && answers("old") == 0);

    assertThat(List.of(hasEntry(recent), hasEntry(waiting))).containsOnly(true);
    assertThat(answers("recent")).isEqualTo(1);
    assertThat(create("recent", "first").ok().header("Idempotency-Replayed")).isEqualTo("true");
    create("old", "another").ok();
    admin.get(AGENTS + "?outpost=" + outpost + "&cursor=" + cursor).ok();
    String ended = path("sessions/" + old);
    assertThat(admin.get(ended).ok().text("/status")).isEqualTo("exit");
    assertThat(admin.get(ended + "/events").ok().at("/items")).isNotEmpty();
    assertThat(server.given().audit(org).stream().map(record -> record.data().toString()))
        .anyMatch(data -> data.contains(old));
  }

  @Test
  void aSessionThatRestsSleepsWhenItsTimeIsOverAndNotBefore() {
    String due = resting("121 seconds");
    String early = resting("60 seconds");

    await(() -> admin.get(path("sessions/" + due)).ok().text("/status").equals("suspended"));

    assertThat(admin.get(path("sessions/" + due)).ok().text("/status_detail"))
        .isEqualTo("inactivity");
    assertThat(admin.get(path("sessions/" + early)).ok().text("/status")).isEqualTo("running");
  }

  private String resting(String age) {
    String id = session();
    claim(id, "w").ok();
    server
        .given()
        .update(
            """
            WITH entry AS (UPDATE queue_entry SET session_status = 'RUNNING' WHERE session_id = ?),
                 told AS (UPDATE message SET delivery = 'delivered' WHERE session_id = ?)
            UPDATE session SET status = 'RUNNING', status_detail = 'WAITING_FOR_USER', connection = 1,
                   idle_since = now() - ?::interval WHERE session_id = ?
            """,
            id,
            id,
            age,
            id);
    return id;
  }
}
