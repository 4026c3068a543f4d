package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle.Held;
import io.agentservice.server.engine.lifecycle.Lifecycle.Standing;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.queue.Lapsed;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
    assertThat(admin.get(one(session) + "/messages?first=1").ok().at("/total").intValue())
        .isEqualTo(2);

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

  @Test
  void changesThatAreWrittenTogetherAreEachOfItsOwnSession() {
    var ids = List.of(new SessionId(session), new SessionId(other));
    database.useTransaction(tx -> {
      var both = transitions.lockServed(tx, ids);
      for (var one : both) {
        if (one.id().value().equals(session)) {
          one.lapse();
        } else {
          one.disconnect();
        }
      }
      transitions.write(tx, both, _ -> {});
    });

    assertThat(state(session)).isEqualTo("RESUMING PENDING");
    assertThat(state(other)).isEqualTo("RUNNING CLAIMED");
  }

  private String state(String id) {
    return server
        .given()
        .text(
            "SELECT s.status || ' ' || q.phase FROM session s JOIN queue_entry q USING (session_id) WHERE session_id = ?",
            id);
  }

  @Test
  void whatIsBookedReservedOrNotedOfOneChangesNoOther() {
    for (String id : List.of(session, other)) {
      server
          .given()
          .update(
              "INSERT INTO session_secret (session_id, key, value, sensitive) VALUES (?, 'K', '', true)",
              id);
      server
          .given()
          .update(
              "UPDATE session SET machine_since = now() - interval '1 hour', wake_at = 'infinity', reserved_dollars = 5 WHERE session_id = ?",
              id);
    }
    var id = new SessionId(session);
    String before = rows(other);
    List<Consumer<TransitionSql>> writes =
        List.of(
            sql -> sql.reserve(id, BigDecimal.TEN),
            sql -> sql.book(id, BigDecimal.ONE),
            sql -> sql.reserve(id, BigDecimal.TEN),
            sql -> sql.unreserve(id),
            sql -> sql.waits(id, "w", Instant.now().plusSeconds(3600), List.of()),
            sql -> sql.wakeLater(id, 60),
            sql -> sql.endsByItself(id),
            sql -> sql.eraseSecrets(id));
    for (var write : writes) {
      String own = rows(session);
      database.useTransaction(tx -> write.accept(tx.on(TransitionSql.class)));
      assertThat(rows(session)).isNotEqualTo(own);
      assertThat(rows(other)).isEqualTo(before);
    }
    String running =
        "UPDATE session SET machine_since = now() - interval '1 hour' WHERE session_id = ?";
    server.given().update(running, session);
    int booked = database.inTransaction(tx -> tx.on(TransitionSql.class).bookMachine(id, 60));
    assertThat(booked).isEqualTo(1);
    assertThat(rows(other)).isEqualTo(before);
  }

  private String rows(String id) {
    return server
        .given()
        .text(
            "SELECT s::text || (SELECT count(*) FROM session_secret WHERE session_id = s.session_id) FROM session s WHERE session_id = ?",
            id);
  }

  @Test
  void whetherOneCallsAModelOrIsToWakeSaysNothingOfAnother() {
    server
        .given()
        .update(
            "UPDATE session SET reserved_dollars = 1, wake_at = now() WHERE session_id = ?",
            session);

    assertThat(asks(session, TransitionSql::isCalling)).isTrue();
    assertThat(asks(other, TransitionSql::isCalling)).isFalse();
    assertThat(asks(other, TransitionSql::isDueToWake)).isFalse();
  }

  private boolean asks(String id, BiPredicate<TransitionSql, SessionId> question) {
    return database.with(TransitionSql.class, sql -> question.test(sql, new SessionId(id)));
  }

  @Test
  void onlyWhatWaitsAndAsksForTheSameIsToBePlaced() {
    var _ = asking("linux");
    admin.delete(one(asking("windows"))).ok();
    String waits = asking("windows");

    assertThat(unplaced("linux", null, "")).as("one that has a place").isEmpty();
    assertThat(unplaced("windows", null, "")).containsExactly(waits);
    assertThat(unplaced("windows", session, "")).as("those of another's child").isEmpty();
    assertThat(unplaced("windows", null, waits)).as("those behind it").isEmpty();
  }

  private String asking(String platform) {
    return admin
        .post(path("sessions"), json("prompt", "p", "platform", platform))
        .ok()
        .text("/session_id");
  }

  private List<String> unplaced(String platform, @Nullable String parent, String after) {
    var wish =
        new TransitionSql.Wish(
            new AccountId(
                server
                    .given()
                    .text("SELECT account_id FROM organization WHERE org_id = ?", org.value())),
            org,
            platform,
            parent == null ? null : new SessionId(parent));
    return database.with(LockSql.class, sql -> sql.unplaced(wish, after)).stream()
        .map(SessionId::value)
        .toList();
  }

  @Test
  void onlyWhatIsQueuedAtAnOutpostHasToLeaveIt() {
    admin.delete(one(session())).ok();

    assertThat(queuedAt("")).containsExactly(session, other);
    assertThat(queuedAt(session)).containsExactly(other);
  }

  private List<String> queuedAt(String after) {
    return database
        .with(TransitionSql.class, sql -> sql.queuedAt(new OutpostId(outpost), after))
        .stream()
        .map(SessionId::value)
        .toList();
  }

  @Test
  void onlyClaimsWhoseTimeIsOverHaveLapsed() throws Exception {
    try (var _ = server.given().lockOn(session)) { // or the server takes it back
      server
          .given()
          .update(
              "UPDATE queue_entry SET claim_deadline = now() - interval '1 hour' WHERE session_id = ?",
              session);

      assertThat(lapsed(null)).contains(session).doesNotContain(other);
      var itself =
          queue.lapsed(null).stream()
              .filter(claim -> claim.sessionId().value().equals(session))
              .findFirst();
      assertThat(lapsed(itself.orElseThrow())).as("those behind it").doesNotContain(session);
    }
  }

  private List<String> lapsed(@Nullable Lapsed after) {
    return queue.lapsed(after).stream().map(claim -> claim.sessionId().value()).toList();
  }
}
