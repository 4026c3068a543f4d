package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hand in the database or a restored backup can part is brought together again. */
class ReconcilerIT extends OnOutpost {
  private String session;

  @BeforeEach
  void newSession() {
    session = session();
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE session SET status = 'RUNNING' WHERE session_id = ?, resuming",
    "UPDATE session SET status = 'CLAIMED' WHERE session_id = ?, new",
    "UPDATE queue_entry SET phase = 'CLAIMED' WHERE session_id = ?, new",
    "UPDATE queue_entry SET session_status = 'RUNNING' WHERE session_id = ?, new"
  })
  void aSessionThatWouldNeverBeServedIsPendingAgain(String damage, String status) {
    server.given().update("UPDATE session SET has_connected = true WHERE session_id = ?", session);
    server.given().update(damage, session);
    hurry();

    await(this::isRepaired);

    var entry = admin.get(AGENTS + "/" + session).ok();
    assertThat(entry.text("/status/phase")).isEqualTo("pending");
    assertThat(entry.text("/status/session_status")).isEqualTo("pending");
    assertThat(shown().text("/status")).isIn(status, "resuming");
    assertThat(claim().text("/status/phase")).isEqualTo("claimed");
  }

  @Test
  void aClaimWithoutADeadlineIsTakenBackWithItsToken() {
    String token = token(claim());
    server
        .given()
        .update("UPDATE queue_entry SET claim_deadline = NULL WHERE session_id = ?", session);
    hurry();

    await(this::isRepaired);

    assertThat(admin.get(AGENTS + "/" + session).ok().text("/status/phase")).isEqualTo("pending");
    assertThat(opens(token, session)).isFalse();
  }

  /** Waits for the service to look by itself, which it does every five seconds. */
  @Test
  void aSessionThatIsOverLeavesTheQueue() {
    server.given().update("UPDATE session SET status = 'EXIT' WHERE session_id = ?", session);

    await(this::isRepaired);

    admin.get(AGENTS + "/" + session).refused(404, "entry_not_found");
  }

  @Test
  void anEntryOnAnOutpostThatIsGoneMovesToAnother() {
    String other = outpost(org.value().substring(4) + "-other");
    server.given().update("UPDATE outpost SET deleted_at = now() WHERE outpost_id = ?", outpost);
    hurry();

    await(() -> admin.get(AGENTS + "/" + session).ok().text("/metadata/outpost_id").equals(other));

    assertThat(claim().text("/metadata/outpost_id")).isEqualTo(other);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE FROM queue_entry", "UPDATE queue_entry SET removed_at = now()"})
  void aSessionThatStandsInNoQueueIsPutThere(String damage) {
    server.given().update(damage + " WHERE session_id = ?", session);

    server.leadAnew();
    await(this::isRepaired);

    assertThat(claim().text("/status/phase")).isEqualTo("claimed");
  }

  @Test
  void whatIsInOrderIsLeftAlone() {
    claim();
    String held = session;
    newSession();
    server.given().update("UPDATE session SET status = 'EXIT' WHERE session_id = ?", session);
    hurry();

    await(this::isRepaired);

    session = held;
    assertThat(isRepaired()).isFalse();
    assertThat(admin.get(AGENTS + "/" + session).ok().text("/status/acceptor_id")).isEqualTo("w");
  }

  /** Has the service look at once: it does when there is a new outpost, here another one's. */
  private void hurry() {
    var other = server.given().organization();
    admin
        .post(OUTPOSTS, json("name", other.value().substring(4), "allowed_org_ids", List.of(other)))
        .ok();
  }

  private Reply claim() {
    return claim(session, "w").ok();
  }

  private Reply shown() {
    return admin.get(path("sessions/" + session)).ok();
  }

  private boolean isRepaired() {
    return server.given().audit(org).stream()
        .anyMatch(record ->
            record.action().equals("repair_session")
                && record.data().path("session_id").asString("").equals(session));
  }
}
