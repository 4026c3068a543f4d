package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle.Standing;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is booked, when, and how often; ten minutes or four dollars are an ACU here. */
class CostsIT extends OnLifecycle {
  private static final String ACU_OF_TIME = "10 minutes";

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_ACU_MACHINE_SECONDS", "600", "AGENT_ACU_DOLLARS", "4");
  }

  private static BigDecimal dollars(String amount) {
    return new BigDecimal(amount);
  }

  /** As if the machine's time had been booked last so long ago. */
  private void lastBooked(String id, String ago) {
    server
        .given()
        .update(
            "UPDATE session SET machine_since = now() - ?::interval WHERE session_id = ?", ago, id);
  }

  private double acus(String id) {
    return admin.get(one(id)).ok().at("/acus_consumed").doubleValue();
  }

  private void limit(String id, int acus) {
    server.given().update("UPDATE session SET max_acu_limit = ? WHERE session_id = ?", acus, id);
  }

  private void message(String id, int status) {
    var reply = admin.post(one(id) + "/messages", json("message", "go on"));
    if (status == 200) {
      reply.ok();
    } else {
      reply.refused(status, "usage_limit_exceeded");
    }
  }

  private Standing keepAlive(String id) {
    var tenure = tenure(id);
    return lifecycle.keepAlive(new SessionId(id), tenure.epoch(), tenure.connection());
  }

  private Optional<Integer> reserve(String id, String amount) {
    return turns
        .answer(new SessionId(id), tenure(id), turn -> turn.reserve(dollars(amount)))
        .map(CycleLimits.Reached::acus);
  }

  @Test
  void modelTurnsAreBookedExactlyAndEachOnce() {
    String id = running();

    for (int i = 0; i < 3; i++) {
      turn(
          id,
          turn -> {
            turn.event("model_turn", "{}");
            turn.book(dollars("0.000000125"));
          });
    }
    turn(id, turn -> turn.book(dollars("6")));

    assertThat(server.given().text("SELECT model_dollars FROM session WHERE session_id = ?", id))
        .isEqualTo("6.000000375");
    var session = admin.get(one(id)).ok();
    assertThat(session.at("/acus_consumed").toString()).isEqualTo("1.5");
    assertThat(session.at("/model_dollars").toString()).isEqualTo("6");
  }

  @Test
  void whatOneSessionUsesOrReservesIsNoOthers() {
    String id = running();
    String other = running();
    lastBooked(id, "1 minute");
    lastBooked(other, "1 minute");
    assertThat(reserve(other, "1")).isEmpty();

    assertThat(reserve(id, "2")).isEmpty();
    keepAlive(id);
    turn(id, turn -> turn.book(dollars("2")));

    assertThat(
            server
                .given()
                .text(
                    "SELECT concat_ws(' ', reserved_dollars::float8, model_dollars::float8, machine_seconds::float8) FROM session WHERE session_id = ?",
                    other))
        .isEqualTo("1 0 0");
  }

  @Test
  void aTurnThatDoesNotReachTheLogIsNotBooked() {
    String id = running();
    var over = new Tenure(epoch(id), 7);

    assertThatThrownBy(() ->
            change(
                turns,
                new SessionId(id),
                over,
                turn -> {
                  turn.book(dollars("4"));
                  turn.event("model_turn", "{}");
                }))
        .isInstanceOf(Turns.StaleException.class);

    assertThat(acus(id)).isLessThan(0.1);
  }

  /** How a machine goes. */
  enum ExitReason {
    DETACH,
    RELEASE,
    SLEEP,
    END,
    IDLE
  }

  @ParameterizedTest
  @EnumSource
  void machineTimeIsBookedOnceHoweverTheMachineGoes(ExitReason departure) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          turn.waiting();
        });
    lastBooked(id, ACU_OF_TIME);

    switch (departure) {
      case DETACH -> lifecycle.lost(new SessionId(id), 1, 1);
      case RELEASE -> release(id, "w").ok();
      case SLEEP -> admin.post(one(id) + "/archive", "").ok();
      case END -> admin.delete(one(id)).ok();
      case IDLE -> lifecycle.sleepIdle(0, () -> true);
    }
    assertThat(acus(id)).isBetween(1.0, 1.05);
    double booked = acus(id);
    lifecycle.lost(new SessionId(id), 1, 1); // told late, or twice
    admin.delete(one(id)).ok();

    assertThat(acus(id)).isEqualTo(booked);
  }

  private void lapse(String id) {
    server
        .given()
        .update(
            "UPDATE queue_entry SET claim_deadline = now() - interval '1 second' WHERE session_id = ?",
            id);
    await(() -> admin.get(one(id)).ok().text("/status").equals("resuming"));
  }

  @Test
  void aLapseBooksNothingBeyondTheLossOfTheConnection() {
    String id = running();
    lastBooked(id, ACU_OF_TIME);
    lifecycle.lost(new SessionId(id), 1, 1);
    double booked = acus(id);

    lapse(id);

    assertThat(booked).isBetween(1.0, 1.05);
    assertThat(acus(id)).isEqualTo(booked);
  }

  @Test
  void aLapseWhoseLossNobodySawBooksNothingBeyondTheLastBooking() {
    String id = running();
    turn(id, turn -> turn.book(dollars("2")));
    lastBooked(id, ACU_OF_TIME);

    lapse(id);

    assertThat(acus(id)).isEqualTo(0.5);
    claim(id, "w").ok();
    connect(id);
    lastBooked(id, ACU_OF_TIME);
    admin.delete(one(id)).ok();
    assertThat(acus(id)).isBetween(1.0, 1.05);
  }

  @Test
  void aRunningSessionShowsItsMachineTimeEveryHalfMinute() {
    String id = running();
    lastBooked(id, "20 seconds");
    assertThat(keepAlive(id)).isEqualTo(Standing.CURRENT);
    assertThat(acus(id)).isLessThan(0.01);

    lastBooked(id, "5 minutes");
    assertThat(keepAlive(id)).isEqualTo(Standing.CURRENT);
    double shown = acus(id);
    assertThat(shown).isBetween(0.5, 0.55);
    assertThat(keepAlive(id)).isEqualTo(Standing.CURRENT);
    assertThat(acus(id)).isEqualTo(shown);

    lastBooked(id, "5 minutes");
    turn(id, turn -> turn.book(dollars("0.01")));
    assertThat(acus(id)).isBetween(1.0, 1.05);
  }

  @Test
  void aFinishedTaskShowsTheWholeMachineTimeAtOnce() {
    String id = running();
    lastBooked(id, ACU_OF_TIME);

    turn(
        id,
        turn -> {
          turn.deliver();
          turn.finished(null);
        });

    assertThat(acus(id)).isBetween(1.0, 1.05);
  }

  @Test
  void theLargerOfTimeAndTokensCounts() {
    String id = running();
    lastBooked(id, ACU_OF_TIME);
    turn(id, turn -> turn.book(dollars("2")));
    assertThat(acus(id)).isBetween(1.0, 1.05);

    turn(id, turn -> turn.book(dollars("18")));

    assertThat(acus(id)).isEqualTo(5.0);
    assertThat(admin.get(one(id)).ok().at("/model_dollars").doubleValue()).isEqualTo(20.0);
  }

  @Test
  void otherRatesChangeNoFigureOfAnEarlierSession() {
    String id = running();
    turn(id, turn -> turn.book(dollars("4")));
    String usual =
        """
        SELECT acus(900, 2, seconds_per_acu, dollars_per_acu) FROM session WHERE session_id = ?
        """;

    assertThat(acus(id)).isEqualTo(1.0);
    assertThat(server.given().text(usual, id)).startsWith("1.5");
  }

  @Test
  void machineTimeThatUsesUpTheLimitPutsTheSessionToSleep() {
    String id = running();
    limit(id, 1);
    lastBooked(id, ACU_OF_TIME);

    assertThat(keepAlive(id)).isEqualTo(Standing.OVER);

    var asleep = admin.get(one(id)).ok();
    assertThat(asleep.text("/status")).isEqualTo("suspended");
    assertThat(asleep.text("/status_detail")).isEqualTo("usage_limit_exceeded");
    message(id, 409);
    limit(id, 2);
    message(id, 200);
  }

  /** Item 42. */
  @Test
  void aModelCallInFlightIsFinishedAndCountedBeforeTheLimitEndsTheWork() {
    String id = running();
    limit(id, 1);
    assertThat(reserve(id, "1")).isEmpty();
    lastBooked(id, ACU_OF_TIME);

    assertThat(keepAlive(id)).isEqualTo(Standing.CURRENT);
    turn(id, turn -> turn.book(dollars("1")));

    assertThat(admin.get(one(id)).ok().at("/model_dollars").doubleValue()).isEqualTo(1.0);
    assertThat(reserve(id, "1")).contains(1);
  }

  @Test
  void ofTwoCallsAtOnceThatFitOnlyApartOneIsRefused() throws Exception {
    String id = running();
    limit(id, 1);
    var together = new CyclicBarrier(2);
    Callable<Optional<Integer>> call =
        () -> {
          together.await();
          return reserve(id, "2.5");
        };

    try (var threads = Executors.newFixedThreadPool(2)) {
      var one = threads.submit(call);
      var other = threads.submit(call);
      assertThat(one.get().isPresent()).isNotEqualTo(other.get().isPresent());
    }
  }

  @Test
  void whatIsReservedIsFreeAgainWithTheAnswerWithoutOneAndForTheNextMachine() {
    String id = running();
    limit(id, 1);
    assertThat(reserve(id, "3")).isEmpty();
    turn(id, turn -> turn.book(dollars("1")));
    assertThat(reserve(id, "3")).isEmpty();
    turn(id, Turns.Turn::unreserve);
    assertThat(reserve(id, "3")).isEmpty();
    connect(id);
    assertThat(reserve(id, "3")).isEmpty();

    assertThat(reserve(id, "0.01")).contains(1);
  }

  /** Item 42. */
  @Test
  void aSessionThatSleepsAtItsLimitTakesNoMessageUntilItsNextCallFits() {
    String id = running();
    limit(id, 1);
    turn(id, turn -> turn.book(dollars("3")));
    assertThat(reserve(id, "2")).contains(1);
    turn(id, turn -> turn.limit(Detail.USAGE_LIMIT_EXCEEDED));
    assertThat(acus(id)).isEqualTo(0.75);

    message(id, 409);
    limit(id, 2);
    message(id, 200);
  }

  @Test
  void onlyTheAgentOfTheNewestConnectionCanReserve() {
    String id = running();
    var before = tenure(id);
    connect(id);

    assertThatThrownBy(
            () -> turns.answer(new SessionId(id), before, turn -> turn.reserve(dollars("1"))))
        .isInstanceOf(Turns.StaleException.class);
    assertThat(reserve(id, "1")).isEmpty();
  }
}
