package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from a change of state, whoever makes it. */
class LifecycleIT extends OnLifecycle {
  private boolean clockRuns(String id) {
    return server
            .given()
            .number(
                "SELECT count(*) FROM session WHERE session_id = ? AND machine_since IS NOT NULL",
                id)
        == 1;
  }

  @Test
  void aRunningSessionThatCanNotBeTakenUpSleepsWithTheReasonAndAMessageWakesIt() {
    String id = running();

    lifecycle.undriven(new SessionId(id), epoch(id) - 1, "an earlier claim's");
    assertThat(admin.get(one(id)).ok().text("/status")).isEqualTo("running");
    lifecycle.undriven(new SessionId(id), epoch(id), "nobody could");

    var asleep = admin.get(one(id)).ok();
    assertThat(asleep.text("/status")).isEqualTo("suspended");
    assertThat(asleep.text("/status_detail")).isEqualTo("error");
    assertThat(asleep.text("/error/code")).isEqualTo("internal");
    assertThat(asleep.text("/error/message")).isEqualTo("nobody could");
    var woken = admin.post(one(id) + "/messages", json("message", "again")).ok();
    assertThat(woken.text("/status")).isEqualTo("resuming");
  }

  @Test
  void aSessionThatCanNotEvenBeConnectedFailsWithTheReason() {
    String id = session();
    claim(id, "w").ok();

    lifecycle.undriven(new SessionId(id), epoch(id), "nobody could");

    var failed = admin.get(one(id)).ok();
    assertThat(failed.text("/status")).isEqualTo("error");
    assertThat(failed.text("/error/message")).isEqualTo("nobody could");
  }

  @Test
  void theMachinesClockStopsWhenTheSessionSleepsAndStaysSoWhileItWaitsForAMachine() {
    String id = running();
    assertThat(clockRuns(id)).isTrue();
    server
        .given()
        .update(
            "UPDATE session SET machine_since = now() - interval '15 minutes' WHERE session_id = ?",
            id);

    admin.post(one(id) + "/archive", "").ok();
    assertThat(clockRuns(id)).isFalse();
    admin.post(one(id) + "/messages", json("message", "on")).ok();
    lifecycle.lost(new SessionId(id), 1, 1); // told late

    assertThat(clockRuns(id)).isFalse();
    assertThat(admin.get(one(id)).ok().at("/acus_consumed").doubleValue()).isBetween(1.0, 1.01);
  }

  @ParameterizedTest
  @CsvSource({"true, finished", "false, "})
  void item113AnEndedSessionShowsWhetherItsLastTaskWasDone(boolean done, String detail) {
    String id = running();
    turn(
        id,
        turn -> {
          turn.deliver();
          if (done) {
            turn.finished(null);
          } else {
            turn.waiting();
          }
        });

    var ended = admin.delete(one(id)).ok();

    assertThat(ended.text("/status")).isEqualTo("exit");
    assertThat(ended.text("/status_detail")).isEqualTo(detail);
  }

  @Test
  void item113ASessionThatSleptWithItsTaskDoneEndsSoUnlessItWasGivenAnother() {
    String done = running();
    turn(
        done,
        turn -> {
          turn.deliver();
          turn.finished(null);
        });
    admin.post(one(done) + "/archive", "").ok();
    String woken = running();
    turn(
        woken,
        turn -> {
          turn.deliver();
          turn.finished(null);
        });
    admin.post(one(woken) + "/archive", "").ok();
    admin.post(one(woken) + "/messages", json("message", "more")).ok();
    admin.post(one(woken) + "/archive", "").ok();

    assertThat(admin.delete(one(done)).ok().text("/status_detail")).isEqualTo("finished");
    assertThat(admin.delete(one(woken)).ok().text("/status_detail")).isNull();
  }

  private long secondsLeft(String id) {
    String left =
        "SELECT extract(epoch FROM claim_deadline - clock_timestamp()) FROM queue_entry WHERE session_id = ?";
    return server.given().number(left, id);
  }

  private void leave(String id, int seconds) {
    server
        .given()
        .update(
            "UPDATE queue_entry SET claim_deadline = clock_timestamp() + make_interval(secs => ?) WHERE session_id = ?",
            seconds,
            id);
  }

  @Test
  void aLostConnectionMovesTheDeadlineToTheGraceTime() {
    String id = running();
    assertThat(secondsLeft(id)).isBetween(200L, 300L);
    lifecycle.lost(new SessionId(id), epoch(id), 1);
    assertThat(secondsLeft(id)).isBetween(1L, 60L);
  }

  @Test
  void aConnectionThatLivesExtendsTheDeadline() {
    String id = running();
    leave(id, 100);
    assertThat(lifecycle.keepAlive(new SessionId(id), epoch(id), 1))
        .isEqualTo(Lifecycle.Standing.CURRENT);
    assertThat(secondsLeft(id)).isBetween(200L, 300L);
  }

  @Test
  void aConnectionThatWasReplacedNeitherExtendsTheDeadlineNorPullsItIn() {
    String id = running();
    assertThat(lifecycle.connected(new SessionId(id), epoch(id))).hasValue(2);
    leave(id, 100);
    assertThat(lifecycle.keepAlive(new SessionId(id), epoch(id), 1))
        .isEqualTo(Lifecycle.Standing.REPLACED);
    assertThat(secondsLeft(id)).isBetween(61L, 100L);
    lifecycle.lost(new SessionId(id), epoch(id), 1);
    assertThat(secondsLeft(id)).isBetween(61L, 100L);
    assertThat(clockRuns(id)).isTrue();
  }

  @Test
  void aSessionThatHasEndedIsNotChangedByWhatFollows() {
    String id = running();
    var ended = admin.delete(one(id)).ok();
    server
        .given()
        .update(
            "UPDATE session SET updated_at = now() + interval '1 hour' WHERE session_id = ?", id);
    String before = server.given().text("SELECT xmin::text FROM session WHERE session_id = ?", id);

    lifecycle.lost(new SessionId(id), 1, 1);
    release(id, "w").ok();
    admin.post(one(id) + "/unarchive", "").ok();

    assertThat(server.given().text("SELECT xmin::text FROM session WHERE session_id = ?", id))
        .isEqualTo(before);
    assertThat(admin.get(one(id)).ok().text("/status")).isEqualTo(ended.text("/status"));
  }

  @Test
  void aRunningSessionTakesMessagesThoughItsLimitIsUsedUpAndASleepingOneDoesNot() {
    String id = running();
    server
        .given()
        .update("UPDATE session SET max_acu_limit = 1, model_dollars = 4 WHERE session_id = ?", id);

    admin.post(one(id) + "/messages", json("message", "m")).ok();
    admin.post(one(id) + "/archive", "").ok();

    admin.post(one(id) + "/messages", json("message", "m")).refused(409, "usage_limit_exceeded");
  }

  @Test
  void sessionsThatWaitForAPlaceAreQueuedAHundredAtATimeAndEachOnce() {
    var batches = new AtomicInteger();
    String first = session();
    server.given().update("UPDATE outpost SET deleted_at = now() WHERE outpost_id = ?", outpost);
    lifecycle.evictAll(() -> true);
    server
        .given()
        .update(
            """
            INSERT INTO session (session_id, account_id, org_id, status, origin)
            SELECT 'agent-' || md5(s.session_id || n), s.account_id, s.org_id, 'NEW', 'api'
              FROM session s, generate_series(1, 250) AS n WHERE s.session_id = ?
            """,
            first);
    lifecycle.placeWaiting(() -> batches.incrementAndGet() < 1000);
    assertThat(queued()).isZero();
    assertThat(batches).hasValueLessThan(100); // one look for all that ask for the same

    var at = new OutpostId(outpost(org.value().substring(4) + "-later"));
    await(() -> queued() == 251);

    var positions =
        new HashSet<>(
            admin
                .get(AGENTS + "?first=200&outpost=" + at)
                .ok()
                .json()
                .at("/items")
                .findValuesAsString("session_id"));
    assertThat(positions).hasSize(200);
  }

  @Test
  void sessionsOfADeletedOutpostAreMovedAHundredAtATime() {
    String first = session();
    server
        .given()
        .update(
            """
            INSERT INTO session (session_id, account_id, org_id, status, origin, outpost_id)
            SELECT 'agent-' || md5(s.session_id || n), s.account_id, s.org_id, 'NEW', 'api', s.outpost_id
              FROM session s, generate_series(1, 250) AS n WHERE s.session_id = ?
            """,
            first);
    server
        .given()
        .update(
            """
            INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, network_policy, phase,
                                     session_status, position, created_at, updated_at)
            SELECT s.session_id, s.account_id, s.outpost_id, 'NEW', 'linux', '{}', 'PENDING', 'PENDING', 0, now(), now()
              FROM session s WHERE s.outpost_id = ? AND s.session_id <> ?
            """,
            outpost,
            first);
    String other = outpost(org.value().substring(4) + "-other");

    admin.delete(OUTPOSTS + "/" + outpost + "?force=true").ok();
    await(() -> queued() == 251 && queuedAt(outpost) == 0);

    assertThat(queuedAt(other)).isEqualTo(251);
  }

  private long queued() {
    return server
        .given()
        .number(
            """
            SELECT count(*) FROM queue_entry q JOIN session s USING (session_id)
             WHERE s.org_id = ? AND q.removed_at IS NULL
            """,
            org.value());
  }

  private long queuedAt(String at) {
    return server
        .given()
        .number("SELECT count(*) FROM queue_entry WHERE outpost_id = ? AND removed_at IS NULL", at);
  }

  private String state(String id) {
    var session = admin.get(one(id)).ok();
    return session.text("/status") + " " + session.text("/status_detail");
  }

  @Test
  void noSessionIsTakenFromAnOutpostThatIsThere() {
    String id = running();
    lifecycle.evictAll(() -> true);
    assertThat(state(id)).isEqualTo("running working");
  }
}
