package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.App;
import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.wire.frames.ToRemote;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one database, one of them with a network between. */
class SeveralServersIT extends OnOutpost {
  private static final Map<String, String> SETTINGS =
      Map.of("AGENT_REPLAY_MODELS", "true", "AGENT_RATE_READS", "100000");

  private static final String COMMAND =
      """
      {"name": "one command", "model": "recorded", "turns": [
        {"text": "Run.", "tool_calls": [{"name": "bash", "input": {"command": "make"}}]}]}
      """;

  /** Far above what it takes, below the fifteen of a connection's own look at its claim. */
  private static final Duration SOON = Duration.ofSeconds(14);

  @TempDir private Path directory;
  private HttpClient http;
  private TcpProxy network;
  private App other;
  private String session;
  private String token;

  @Override
  protected Map<String, String> settings() {
    return SETTINGS;
  }

  @BeforeEach
  void startAnother() throws IOException {
    var proxy = new AtomicReference<TcpProxy>();
    other =
        server.furtherNode(
            SETTINGS,
            url -> {
              proxy.set(TcpProxy.before(url));
              return proxy.get().through(url);
            });
    network = proxy.get();
    http = HttpClient.newHttpClient();
    var transcript = directory.resolve("model.json");
    Files.writeString(transcript, COMMAND);
    session =
        admin
            .post(path("sessions"), json("prompt", "p", "model", "replay:" + transcript))
            .ok()
            .text("/session_id");
    token = token(claim(session, "w"));
  }

  @AfterEach
  void stopTheOther() {
    http.shutdownNow();
    other.close();
    network.close();
  }

  private Peer remoteAt(String address) throws Exception {
    var url = URI.create(address.replaceFirst("http", "ws") + "/gateway/sessions/" + session);
    return Peer.greeted(http, url, token);
  }

  @Test
  void aServerWithoutDatabaseSendsItsRemotesToOneThatHasIt() throws Exception {
    var remote = remoteAt(other.address());
    String command = remote.hear(ToRemote.Exec.class).id();

    network.refuse();

    assertThat(remote.closeCode()).isEqualTo(1012);
    assertThatThrownBy(() -> remoteAt(other.address()))
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> {
              assertThat(refused.getResponse().statusCode()).isEqualTo(503);
              assertThat(refused.getResponse().headers().firstValue("Retry-After")).isPresent();
            });
    var there = remoteAt(server.address());
    assertThat(there.hear(ToRemote.Attach.class).id()).isEqualTo(command);
    assertThat(shown().text("/status_detail")).isEqualTo("working");
  }

  @Test
  void aTerminationAskedAtAnotherServerReachesTheRemoteSoon() throws Exception {
    var remote = remoteAt(other.address());
    remote.hear(ToRemote.Exec.class);
    long asked = System.nanoTime();

    admin.delete(path("sessions/" + session)).ok();

    assertThat(remote.closeCode()).isEqualTo(4000);
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(SOON);
  }

  @Test
  void aRemoteThatDidNotHearOfTheEndIsToldWhenItComesBack() throws Exception {
    var remote = remoteAt(other.address());
    remote.hear(ToRemote.Exec.class);

    admin.delete(path("sessions/" + session)).ok();

    assertThatThrownBy(() -> remoteAt(server.address()))
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> {
              assertThat(refused.getResponse().statusCode()).isEqualTo(401);
              assertThat(refused.getResponse().headers().firstValue("Agent-Close-Code"))
                  .contains("4000");
            });
  }

  @Test
  void aRemoteThatMovedToAnotherServerIsLetGoByTheFirstSoon() throws Exception {
    var remote = remoteAt(other.address());
    remote.hear(ToRemote.Exec.class);
    long moved = System.nanoTime();

    remoteAt(server.address());

    assertThat(remote.closeCode()).isEqualTo(4409);
    assertThat(Duration.ofNanos(System.nanoTime() - moved)).isLessThan(SOON);
  }

  @Test
  void requestsAreCountedByAllServersTogether() {
    String key = server.given().key(org, "org_member");
    var here = server.as(key);
    var there = server.adminOf(other).withToken(key);
    var left = new AtomicLong(left(here.get(path("sessions"))));
    for (int i = 0; i < 20; i++) {
      assertThat(left(here.get(path("sessions")))).isEqualTo(left.decrementAndGet());
    }

    await(() -> left(there.get(path("sessions"))) == left.decrementAndGet());
    await(() -> left(here.get(path("sessions"))) == left.decrementAndGet());
  }

  private static long left(Reply reply) {
    return Long.parseLong(reply.ok().header("RateLimit").replaceFirst(".*;r=(\\d+);.*", "$1"));
  }

  private Reply shown() {
    return admin.get(path("sessions/" + session)).ok();
  }
}
