package io.agentservice.server.engine.gateway;

import static io.agentservice.server.engine.gateway.ScriptedSessions.SESSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.wire.frames.ToRemote;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@LogsErrors("connection failed")
class GatewayLifeTest {
  private TestGateway app = new TestGateway(TestGateway.SETTINGS);

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void aRemoteIsWelcomedAndThenAttached() throws Exception {
    var remote = app.silentRemote(1);
    assertThat(app.gateway.machine(SESSION)).isEmpty();

    remote.say(Peer.HELLO);

    var welcome = remote.hear(ToRemote.Welcome.class);
    assertThat(welcome.sessionId()).isEqualTo(SESSION.value());
    assertThat(welcome.environment()).containsEntry("NPM_TOKEN", "s3cret");
    assertThat(welcome.graceSeconds()).isEqualTo(7);
    assertThat(welcome.silenceSeconds()).isEqualTo(20);
    assertThat(app.sessions.machine().hello()).isEqualTo(Peer.HELLO);
    assertThat(app.gateway.machine(SESSION)).isPresent();
    assertThat(app.sessions.told).containsExactly("connected 1#1", "attached 1");
  }

  @Test
  void aRemoteThatLeavesIsLost() throws Exception {
    var remote = app.remote(1);
    var machine = app.sessions.machine();

    remote.socket.abort();

    told("connected 1#1", "attached 1", "detached 1", "lost 1#1");
    assertThat(machine.connected()).isFalse();
    assertThat(app.gateway.machine(SESSION)).isEmpty();
  }

  @Test
  void aNewerConnectionReplacesTheOlder() throws Exception {
    var older = app.remote(1);
    app.sessions.machine();

    var newer = app.remote(1);

    assertThat(older.closeCode()).isEqualTo(4409);
    newer.socket.abort();
    told(
        "connected 1#1",
        "attached 1",
        "connected 1#2",
        "detached 1",
        "attached 1",
        "detached 1",
        "lost 1#2");
  }

  @Test
  void aConnectionFromWhereNobodyMayComeAnyMoreEnds() throws Exception {
    var refused = app.remoteFrom("203.0.113.9");
    app.sessions.machine();
    app.allowed = List.of("203.0.113.0/24");
    app.gateway.look();
    assertThat(app.gateway.machine(SESSION)).isPresent();

    app.allowed = List.of("192.0.2.0/24");

    Await.until(() -> { // what is known of a list lives for a moment
      app.gateway.look();
      return app.gateway.machine(SESSION).isEmpty();
    });
    assertThat(refused.closeCode()).isEqualTo(1008);
    told("connected 1#1", "attached 1", "detached 1", "lost 1#1");
  }

  @Test
  void aNewEpochEndsTheConnectionOfTheOldClaim() throws Exception {
    var older = app.remote(1);

    app.remote(2);

    assertThat(older.closeCode()).isEqualTo(4403);
  }

  @Test
  void aClaimThatEndedMeanwhileIsRefused() throws Exception {
    app.sessions.refusing = true;
    var remote = app.silentRemote(1);

    remote.say(Peer.HELLO);

    assertThat(remote.closeCode()).isEqualTo(4403);
    assertThat(app.sessions.told).isEmpty();
  }

  @Test
  void aSessionThatEndedMeanwhileIsSaidToBeOver() throws Exception {
    var remote = app.silentRemote(1);
    app.sessions.refusing = true;
    app.sessions.over = true;

    remote.say(Peer.HELLO);

    assertThat(remote.closeCode()).isEqualTo(4000);
    assertThat(app.sessions.told).isEmpty();
  }

  @Test
  void theEndOfASessionIsSaidBeforeTheClose() throws Exception {
    var remote = app.remote(1);

    app.gateway.end(SESSION, 1, "suspended");

    assertThat(remote.hear(ToRemote.SessionEnd.class).reason()).isEqualTo("suspended");
    assertThat(remote.closeCode()).isEqualTo(4000);
    told("connected 1#1", "attached 1", "detached 1", "lost 1#1");
  }

  @Test
  void theEndOfAnOldEpochLeavesANewOneAlone() throws Exception {
    var remote = app.remote(2);

    app.gateway.end(SESSION, 1, "suspended");
    app.gateway.revoke(SESSION, 1);
    app.gateway.revoke(SESSION, 2);

    assertThat(remote.closeCode()).isEqualTo(4403);
    assertThat(remote.heard).isEmpty();
  }

  @Test
  void aStaleClaimEndsTheConnection() throws Exception {
    var remote = app.remote(1);

    app.sessions.standing = GatewaySessions.Standing.STALE;

    assertThat(remote.closeCode()).isEqualTo(4403);
  }

  @Test
  void aSessionEndedOnAnotherNodeEndsTheConnectionAsOver() throws Exception {
    var remote = app.remote(1);

    app.sessions.standing = GatewaySessions.Standing.OVER;

    assertThat(remote.hear(ToRemote.SessionEnd.class).reason()).isEqualTo("over");
    assertThat(remote.closeCode()).isEqualTo(4000);
  }

  @Test
  void aConnectionReplacedOnAnotherNodeEnds() throws Exception {
    var remote = app.remote(1);

    app.sessions.standing = GatewaySessions.Standing.REPLACED;

    assertThat(remote.closeCode()).isEqualTo(4409);
  }

  @Test
  void bothSidesPing() throws Exception {
    var remote = app.remote(1);

    remote
        .socket
        .sendPing(ByteBuffer.wrap("are you there".getBytes(StandardCharsets.UTF_8)))
        .join();

    assertThat(remote.pongs.poll(120, TimeUnit.SECONDS)).isEqualTo("are you there");
    assertThat(remote.pings.poll(120, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aRemoteThatAsksForPongsAndReadsNoneIsTooSlow() throws Exception {
    try (var remote = RawPeer.greets(app)) {
      told("connected 1#1", "attached 1");

      remote.pingsWithoutReading();

      told("connected 1#1", "attached 1", "detached 1", "lost 1#1");
    }
  }

  @Test
  void silenceIsLoss() throws Exception {
    restart(Duration.ofMillis(400), Duration.ofSeconds(20));
    // Without a pulse no pong comes back, so this peer is silent after its hello.
    app.remote(1);

    told("connected 1#1", "attached 1", "detached 1", "lost 1#1");
  }

  @Test
  void pongsAreSignsOfLife() throws Exception {
    app.close();
    app =
        new TestGateway(
            new GatewaySettings(
                "0.1.0",
                7,
                Duration.ofMillis(50),
                Duration.ofMillis(50),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                Duration.ofSeconds(2)));
    app.remote(1);
    var other = ScriptedSessions.OTHER;
    var deaf = Peer.greeted(app.client, app.address(other), ScriptedSessions.token(other, 2));
    deaf.deaf = true;

    // The one that answers has been silent for longer, but for its pongs.
    await(() -> app.sessions.told.contains("lost 2#2"));
    assertThat(app.sessions.told).doesNotContain("lost 1#1");
  }

  @Test
  void aRemoteWithoutHelloIsClosed() throws Exception {
    restart(Duration.ofSeconds(20), Duration.ofMillis(200));

    assertThat(app.silentRemote(1).closeCode()).isEqualTo(1002);
  }

  @Test
  void aStoppingServerSendsRemotesAwayWithoutLosingThem() throws Exception {
    var remote = app.remote(1);
    var machine = app.sessions.machine();

    app.gateway.close();

    assertThat(remote.closeCode()).isEqualTo(1001);
    assertThat(app.sessions.told).containsExactly("connected 1#1", "attached 1", "detached 1");
    assertThatThrownBy(() -> machine.forget(List.of("cmd-1")))
        .isInstanceOf(MachineLostException.class);
  }

  @Test
  void aServerWithoutDatabaseSendsRemotesAwayWithoutLosingThem() throws Exception {
    var remote = app.remote(1);
    app.sessions.machine();

    app.gateway.serve(false);

    assertThat(remote.closeCode()).isEqualTo(1012);
    told("connected 1#1", "attached 1", "detached 1");
    assertThatThrownBy(() -> app.remote(1)).hasMessageContaining("Handshake");
    app.gateway.serve(true);
    app.remote(1);
  }

  @Test
  void remotesAreSentAwayThoughTheirOwnThreadsWaitForTheDatabase() throws Exception {
    var answering = new CountDownLatch(1);
    app.sessions.answering = answering;
    var remote = app.remote(1);
    app.sessions.machine();
    var looking = app.sessions.looks.tryAcquire(120, TimeUnit.SECONDS);
    assertThat(looking).isTrue();

    app.gateway.serve(false);

    assertThat(remote.closeCode()).isEqualTo(1012);
    answering.countDown();
    told("connected 1#1", "attached 1", "detached 1");
  }

  @Test
  void aRemoteThatComesWhileTheDatabaseGoesIsSentAway() throws Exception {
    var remote = app.silentRemote(1);
    app.sessions.databaseAway = true;

    remote.say(Peer.HELLO);

    assertThat(remote.closeCode()).isEqualTo(1012);
    assertThat(app.sessions.told).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"REPLACED, 4409", "OVER, 4000", "STALE, 4403"})
  void aConnectionThatAnotherNodeHasMadeVoidEndsAtTheNextLook(
      GatewaySessions.Standing standing, int code) throws Exception {
    restart(Duration.ofSeconds(60), Duration.ofSeconds(20));
    var remote = app.remote(1);
    app.sessions.machine();
    app.gateway.look();
    assertThat(app.gateway.machine(SESSION)).isPresent();

    app.sessions.found = standing;
    app.gateway.look();

    assertThat(remote.closeCode()).isEqualTo(code);
  }

  @Test
  void aSessionThatCanNotBeTakenUpIsToldEachTime() throws Exception {
    app.sessions.failing = true;

    assertThat(app.remote(1).closeCode()).isEqualTo(1011);
    told("connected 1#1", "detached 1", "lost 1#1", "undriven 1");
    assertThat(app.remote(1).closeCode()).isEqualTo(1011);

    await(() -> Collections.frequency(app.sessions.told, "undriven 1") == 2);
    assertThat(app.sessions.told).hasSize(8);
  }

  private void restart(Duration silence, Duration helloWithin) {
    app.close();
    app =
        new TestGateway(
            new GatewaySettings(
                "0.1.0",
                7,
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                silence,
                helloWithin,
                Duration.ofSeconds(2)));
  }

  private void told(String... expected) {
    await(() -> app.sessions.told.size() >= expected.length);
    assertThat(app.sessions.told).containsExactly(expected);
  }

  /** Waits until it is so, 20 s at most. */
  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
