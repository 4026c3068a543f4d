package io.agentservice.server.engine.capacity;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The queue's health (interface.md 3.4); elevated with two sessions or after a minute here. */
class QueueHealthIT extends OnOutpost {
  private static final String QUEUE = "/v3/enterprise/queue";

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_QUEUE_ELEVATED", "2,60", "AGENT_QUEUE_HIGH", "4,600");
  }

  /** All tests look at the queue of one account. */
  @AfterEach
  void emptyQueue() {
    for (String id : admin.get(path("sessions")).ok().each("/session_id")) {
      admin.delete(path("sessions/" + id)).ok();
    }
  }

  private void looks(int size, String status) {
    var health = admin.get(QUEUE).ok();
    assertThat(health.at("/queue_size").intValue()).isEqualTo(size);
    assertThat(health.text("/status")).isEqualTo(status);
  }

  private void set(String session, String columns) {
    server.given().update("UPDATE session SET " + columns + " WHERE session_id = ?", session);
  }

  @Test
  @DisplayName("65: the queue's size equals the sessions in new, claimed, resuming")
  void allThatWaitForAMachineAreCounted() {
    assertThat(admin.get(QUEUE).ok().body())
        .isEqualTo(json("queue_size", 0, "status", "normal", "oldest_wait_seconds", 0));
    String first = session();
    looks(1, "normal");
    claim(first, "w").ok();
    looks(1, "normal");
    String second = session();
    looks(2, "elevated");
    session();
    session();
    looks(4, "high");
    admin.post(path("sessions/" + second + "/archive"), "").ok();
    looks(3, "elevated");
    admin.post(path("sessions/" + second + "/messages"), json("message", "go on")).ok();
    looks(4, "high");
    admin.delete(path("sessions/" + second)).ok();
    release(first, "w").ok();
    looks(3, "elevated");
    member.get(QUEUE).refused(403, "permission_denied");
  }

  @Test
  void oneWithoutAPlaceWaitsToo() {
    String id = session();
    admin.delete(OUTPOSTS + "/" + outpost + "?force=true").ok();
    await(() ->
        server
                .given()
                .number(
                    "SELECT count(*) FROM session WHERE session_id = ? AND outpost_id IS NULL", id)
            == 1);

    looks(1, "normal");
  }

  @Test
  void theOldestWaitSetsTheLevelToo() {
    set(session(), "created_at = now() - interval '61 seconds'");
    looks(1, "elevated");
    assertThat(admin.get(QUEUE).ok().at("/oldest_wait_seconds").intValue()).isBetween(61, 120);
    set(session(), "created_at = now() - interval '601 seconds'");
    looks(2, "high");
  }

  @Test
  void oneThatResumesWaitsSinceItDoes() {
    String id = session();
    admin.post(path("sessions/" + id + "/archive"), "").ok();
    admin.post(path("sessions/" + id + "/messages"), json("message", "go on")).ok();
    set(id, "created_at = now() - interval '1 day'");

    looks(1, "normal");
    server
        .given()
        .update(
            "UPDATE event SET created_at = now() - interval '61 seconds' WHERE session_id = ?", id);
    looks(1, "elevated");
    server
        .given()
        .update(
            "INSERT INTO event (session_id, seq, epoch, type, data) VALUES (?, 900, 1, 'machine', '{}')",
            id);
    looks(1, "elevated");
  }
}
