package io.agentservice.server.engine.stalls;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.wire.text.TimeText;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silences of sessions that wait for a machine; time passes by changes of rows. */
class StallsIT extends OnStalls {
  private static final Stall STALL =
      new Stall(Stall.Cause.SERVICE, Instant.EPOCH, "Nothing has happened.", "Nobody knows.", null);

  private Silence silence(String id) {
    return feature.stalls().working(List.of(new SessionId(id))).getFirst();
  }

  @Test
  void asAnyEventItHasACategoryAndALineForPeople() {
    String id = session();
    pass(id, 121);
    feature.look();

    var event = events(id).getLast();
    assertThat(event.path("category").asString()).isEqualTo("status");
    assertThat(event.path("direction").asString()).isEqualTo("system");
    assertThat(event.path("summary").asString())
        .isEqualTo(stalls(id).getFirst().path("text").asString());
  }

  @Test
  void aSessionForWhichThereIsNoOutpostSaysSo() {
    String id =
        admin
            .post(path("sessions"), json("prompt", "p", "platform", "windows"))
            .ok()
            .text("/session_id");
    pass(id, 121);
    feature.look();

    assertThat(stalls(id)).hasSize(1);
    assertThat(stalls(id).getFirst().path("text").asString())
        .endsWith("there is no outpost that the session may go to.");
  }

  @Test
  void aSilenceIsToldOnceHoweverLongItLasts() {
    String id = session();
    pass(id, 121);
    feature.look();
    feature.look();
    pass(id, 100_000);
    feature.look();

    assertThat(stalls(id)).hasSize(1);
  }

  @Test
  void anotherEventBeginsASilenceAnew() {
    String id = session();
    pass(id, 121);
    feature.look();
    admin.post(one(id) + "/messages", json("message", "Are you there?")).ok();
    feature.look();
    assertThat(stalls(id)).hasSize(1);

    pass(id, 121);
    feature.look();

    assertThat(stalls(id)).hasSize(2);
  }

  @Test
  void aMachineThatDoesNotConnectIsToldOfWithTheTimeAtWhichItsClaimEnds() {
    String id = session();
    claim(id, "w").ok();
    pass(id, 121);
    feature.look();

    assertThat(stalls(id)).hasSize(1);
    var stall = stalls(id).getFirst();
    assertThat(stall.path("cause").asString()).isEqualTo("machine");
    assertThat(stall.path("text").asString())
        .endsWith("a worker has taken the session, but its machine does not connect.");
    var end = Instant.parse(stall.path("next_at").asString());
    assertThat(end.getEpochSecond())
        .isEqualTo(
            server
                .given()
                .number(
                    "SELECT floor(extract(epoch FROM claim_deadline)) FROM queue_entry WHERE session_id = ?",
                    id));
    assertThat(stall.path("next").asString())
        .isEqualTo(
            "Unless it connects by %s, the session goes back into the queue."
                .formatted(TimeText.of(end)));
  }

  @Test
  void aClaimOfAToldSilenceIsANewOneFromTheClaimOn() {
    String id = session();
    pass(id, 500);
    feature.look();
    claim(id, "w").ok();
    feature.look();
    assertThat(stalls(id)).hasSize(1);

    pass(id, 121);
    feature.look();
    feature.look();

    assertThat(stalls(id))
        .extracting(stall -> stall.path("cause").asString())
        .containsExactly("queue", "machine");
  }

  @Test
  void aLostConnectionIsToldOf() {
    String id = running();
    pass(id, 121);
    feature.look();
    assertThat(stalls(id)).as("connected: the node that drives it knows why").isEmpty();

    var tenure = tenure(id);
    lifecycle.lost(new SessionId(id), tenure.epoch(), tenure.connection());
    feature.look();

    assertThat(stalls(id)).hasSize(1);
    assertThat(stalls(id).getFirst().path("text").asString())
        .endsWith("the connection to the session's machine is lost.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WAITING_FOR_USER", "WAITING_FOR_APPROVAL", "FINISHED"})
  void whoWaitsForAPersonIsNotSilent(String detail) {
    String id = running();
    pass(id, 121);
    assertThat(feature.stalls().working(List.of(new SessionId(id)))).hasSize(1);

    server
        .given()
        .update(
            "UPDATE session SET status_detail = ?, machine_since = NULL WHERE session_id = ?",
            detail,
            id);
    feature.look();

    assertThat(feature.stalls().working(List.of(new SessionId(id)))).isEmpty();
    assertThat(stalls(id)).isEmpty();
  }

  @Test
  void whoSleepsOrHasEndedIsNotSilent() {
    String asleep = session();
    admin.post(one(asleep) + "/sleep", "").ok();
    String ended = session();
    admin.delete(one(ended)).ok();
    pass(asleep, 121);
    pass(ended, 121);
    feature.look();

    assertThat(stalls(asleep)).isEmpty();
    assertThat(stalls(ended)).isEmpty();
  }

  @Test
  void ofTwoServersThatFindTheSameSilenceOneTellsIt() throws Exception {
    String id = running();
    pass(id, 121);
    var silence = silence(id);
    var together = new CyclicBarrier(2);
    Callable<Boolean> teller =
        () -> {
          together.await();
          return feature.stalls().tell(silence, STALL);
        };
    List<Future<Boolean>> told;
    try (var both = Executors.newFixedThreadPool(2)) {
      told = both.invokeAll(List.of(teller, teller));
    }

    assertThat(List.of(told.get(0).get(), told.get(1).get())).containsOnlyOnce(true);
    assertThat(stalls(id)).hasSize(1);
    assertThat(metrics.text(List.of(), new AccountId("acct-1")))
        .contains("agent_stalls_total{cause=\"service\"} 1.0")
        .contains("agent_stalls_total{cause=\"queue\"} 0.0");
  }

  @Test
  void aSilenceThatIsOverMeanwhileIsNotTold() {
    String id = running();
    pass(id, 121);
    var silence = silence(id);
    turn(id, turn -> turn.event("nudge", "{\"text\":\"go on\"}"));

    assertThat(feature.stalls().tell(silence, STALL)).isFalse();
    assertThat(stalls(id)).isEmpty();
  }

  @Test
  void aClaimMeanwhileIsNotToldOfTheQueue() {
    String id = session();
    pass(id, 121);
    var found =
        feature.stalls().unserved().stream()
            .filter(each -> each.silence().sessionId().value().equals(id))
            .findFirst()
            .orElseThrow();
    claim(id, "w").ok();

    assertThat(feature.stalls().tell(found.silence(), STALL)).isFalse();
  }

  @Test
  void aStallChangesNothingButTheLog() {
    String id = running();
    pass(id, 121);
    long epoch = epoch(id);
    var before = admin.get(one(id)).ok();
    assertThat(feature.stalls().tell(silence(id), STALL)).isTrue();

    var after = admin.get(one(id)).ok();
    assertThat(epoch(id)).isEqualTo(epoch);
    assertThat(after.text("/status")).isEqualTo(before.text("/status"));
    assertThat(after.text("/status_detail")).isEqualTo(before.text("/status_detail"));
    turn(id, turn -> turn.event("nudge", "{\"text\":\"go on\"}"));
    assertThat(events(id).getLast().path("type").asString()).isEqualTo("nudge");
  }

  @Test
  void zeroTellsNothing() {
    var off = feature(0);
    String id = session();
    pass(id, 100_000);
    off.look();

    assertThat(stalls(id)).isEmpty();
  }
}
