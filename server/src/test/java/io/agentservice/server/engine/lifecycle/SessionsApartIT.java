package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle.Held;
import io.agentservice.server.engine.lifecycle.Lifecycle.Standing;
import io.agentservice.server.engine.messages.Message;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked, told or written of a session concerns no other. */
class SessionsApartIT extends OnLifecycle {
  private String session;
  private String other;

  @BeforeEach
  void two() {
    session = running();
    other = running();
  }

  @Test
  void messagesAreDeliveredAndDroppedWithTheirSessionAlone() {
    tell(session, "for one");
    tell(other, "for the other");

    assertThat(delivered(session)).containsExactly("p", "for one");
    tell(session, "too late");
    admin.delete(one(session)).ok();

    assertThat(delivered(other)).containsExactly("p", "for the other");
  }

  private void tell(String id, String message) {
    admin.post(one(id) + "/messages", json("message", message)).ok();
  }

  private List<String> delivered(String id) {
    return turns.answer(new SessionId(id), tenure(id), Turns.Turn::deliver).stream()
        .map(Message::message)
        .toList();
  }

  @Test
  void anOutputIsOfItsSessionAlone() {
    turn(session, turn -> turn.output("{\"a\":1}"));

    assertThat(output(session)).isEqualTo("{\"a\": 1}");
    assertThat(output(other)).isEqualTo("none");
  }

  private String output(String id) {
    return server
        .given()
        .text(
            "SELECT coalesce(structured_output::text, 'none') FROM session WHERE session_id = ?",
            id);
  }

  @Test
  void whetherOneHasRestedForSoLongSaysNothingOfAnother() {
    turn(
        session,
        turn -> {
          turn.deliver();
          turn.waiting();
        });
    server
        .given()
        .update(
            "UPDATE session SET idle_since = now() - interval '50 seconds' WHERE session_id = ?",
            session);

    assertThat(isIdle(session, 40)).isTrue();
    assertThat(isIdle(session, 60)).isFalse();
    assertThat(isIdle(other, 40)).isFalse();
  }

  private boolean isIdle(String id, int seconds) {
    return database.with(TransitionSql.class, sql -> sql.isIdle(new SessionId(id), seconds));
  }

  @Test
  void aClaimThatIsHalfOverSaysNothingOfAnother() {
    server
        .given()
        .update(
            "UPDATE queue_entry SET claim_deadline = now() + interval '1 minute' WHERE session_id = ?",
            session);

    assertThat(isHalfOver(session)).isTrue();
    assertThat(isHalfOver(other)).isFalse();
  }

  private boolean isHalfOver(String id) {
    return database.with(TransitionSql.class, sql -> sql.isHalfOver(new SessionId(id), 300));
  }

  @Test
  void aConnectionFallsWhenItIsReplacedOrItsClaimIsOver() {
    var held = new Held(new SessionId(session), tenure(session));
    var ofOther = new Held(new SessionId(other), tenure(other));
    assertThat(lifecycle.fallen(List.of(held, ofOther))).isEmpty();

    connect(session);
    assertThat(lifecycle.fallen(List.of(held, ofOther))).isEqualTo(Map.of(held, Standing.REPLACED));

    release(other, "w").ok();
    claim(other, "w").ok();
    assertThat(lifecycle.fallen(List.of(held, ofOther)))
        .isEqualTo(Map.of(held, Standing.REPLACED, ofOther, Standing.STALE));
  }
}
