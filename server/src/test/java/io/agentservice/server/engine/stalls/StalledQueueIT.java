package io.agentservice.server.engine.stalls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is said of who takes sessions; nobody claims one here, which would make a worker known. */
class StalledQueueIT extends OnStalls {
  private void worker() {
    server
        .given()
        .update(
            """
            INSERT INTO hypervisor (hypervisor_id, account_id, acceptor_id, is_draining, slots, last_seen, outpost_id)
            SELECT 'of-' || org_id, account_id, org_id, false, 1, now(), ? FROM organization WHERE org_id = ?
            """,
            outpost,
            org.value());
  }

  @Test
  void aSessionThatNoWorkerTakesSaysSoWhenTheTimeIsOverAndNotBefore() {
    String id = session();
    pass(id, 60);
    feature.look();
    assertThat(stalls(id)).isEmpty();

    pass(id, 61);
    feature.look();

    assertThat(stalls(id)).hasSize(1);
    var stall = stalls(id).getFirst();
    assertThat(stall.path("cause").asString()).isEqualTo("queue");
    assertThat(stall.path("text").asString())
        .matches(
            "Nothing has happened for 2 min \\d+ s: the session waits for a machine of the "
                + "outpost \\S+, from which no worker takes sessions\\.");
    assertThat(stall.path("next").asString())
        .isEqualTo("It begins when a worker of this outpost comes.");
    assertThat(stall.has("next_at")).isFalse();
    assertThat(Instant.parse(stall.path("since").asString()).getEpochSecond())
        .isEqualTo(events(id).getFirst().path("created_at").asLong());
  }

  @Test
  void aForkIsNotSilentSinceItsOrigin() {
    String id = session();
    pass(id, 500);
    String fork = admin.post(path("sessions/" + id + "/fork"), "{}").ok().text("/session_id");

    feature.look();

    assertThat(stalls(id)).hasSize(1);
    assertThat(stalls(fork)).isEmpty();
  }

  @Test
  void whoTakesSessionsOfTheOutpostIsCounted() {
    worker();
    String id = session();
    pass(id, 121);
    feature.look();

    var stall = stalls(id).getFirst();
    assertThat(stall.path("text").asString()).endsWith("from which one worker takes sessions.");
    assertThat(stall.path("next").asString())
        .isEqualTo("It begins when a worker of this outpost has room for it.");
  }
}
