package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What happens to requests and connections when their node stops. */
@LogsErrors("Javalin failed to stop gracefully")
class DrainIT extends OnServer {
  private static final String AGENTS = "/opbeta/outposts/agents";
  private static final String READY = "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String ALIVE = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

  /** Longer than any test. */
  private static final String LONG = "600";

  @Test
  void aNodeThatIsToStopServesOnAndTellsItsBalancer() throws Exception {
    App node = draining(LONG);
    try (var kept = RawHttp.connect(node.address());
        var stopping = Stopping.of(node)) {
      assertThat(kept.send(ALIVE).reply().header("Connection")).isNull();
      stopping.begin();
      Await.until(() -> readiness(node.address()) == 503);

      var last = kept.send(request("GET", "/v3/self", "")).reply().ok();
      assertThat(last.header("Connection")).isEqualTo("close");
      assertThat(kept.isClosed()).isTrue();
      try (var further = RawHttp.connect(node.address())) {
        var made = further.send(outpost("made-while-draining")).reply().ok();
        assertThat(made.header("Connection")).isEqualTo("close");
      }
    }
  }

  @Test
  void anAnswerThatWasWaitedForWhenTheStopBeganEndsItsConnection() throws Exception {
    App node = draining("1");
    String cursor = server.admin().get(AGENTS).ok().text("/cursor");
    try (var poll = RawHttp.connect(node.address());
        var stopping = Stopping.of(node)) {
      assertThat(poll.send(ALIVE).reply().status()).isEqualTo(200);
      poll.send(request("GET", AGENTS + "?wait=60&cursor=" + cursor, ""));
      stopping.begin();
      assertThat(poll.reply().ok().header("Connection")).isEqualTo("close");
      assertThat(poll.isClosed()).isTrue();
    }
  }

  @Test
  void whatComesOnAConnectionThatIsThereIsServedWhenThePortIsClosedAlready() throws Exception {
    App node = draining("60"); // so long may take what is under way
    try (var half = RawHttp.connect(node.address());
        var kept = RawHttp.connect(node.address())) {
      assertThat(kept.send(ALIVE).reply().status()).isEqualTo(200);
      String whole = outpost("begun-before-the-stop");
      half.send(whole.substring(0, whole.length() - 2).replace("\r\n\r\n", EXPECT));
      assertThat(half.reply().status()).isEqualTo(100); // the body is being read
      try (var closer = Executors.newVirtualThreadPerTaskExecutor()) {
        var closed = closer.submit(node::close);
        Await.until(() -> isClosed(node.address()));

        kept.send(request("GET", "/v3/self", "")).reply().ok();
        half.send(whole.substring(whole.length() - 2)).reply().ok();
        closed.get();
      }
    }
  }

  private static final String EXPECT = "\r\nExpect: 100-continue\r\n\r\n";

  private App draining(String seconds) {
    return server.furtherNode(Map.of("AGENT_DRAIN_SECONDS", seconds), address -> address);
  }

  private static String outpost(String name) {
    return request("POST", "/opbeta/outposts/outposts", json("name", name, "platform", "linux"));
  }

  private static String request(String method, String path, String body) {
    return "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(method, path, TestServer.ADMIN_KEY, body.length(), body);
  }

  /** A stop that was asked for; however long it would take, the test doesn't wait for it. */
  private record Stopping(App node, Thread thread) implements AutoCloseable {
    static Stopping of(App node) {
      return new Stopping(node, Thread.ofVirtual().unstarted(node::stop));
    }

    void begin() {
      thread.start();
    }

    @Override
    public void close() {
      thread.interrupt();
      Await.until(() -> !thread.isAlive());
    }
  }

  @Test
  void aLongPollIsAnsweredAndAStreamEndsBetweenTwoFrames() throws Exception {
    App node = server.furtherNode();
    String cursor = server.admin().get(AGENTS).ok().text("/cursor");
    try (var poll = get(node, "?wait=60&cursor=" + cursor);
        var watch = server.adminOf(node).watch(AGENTS + "?watch=true", "WatchEvent");
        var closer = Executors.newVirtualThreadPerTaskExecutor()) {
      var closed = closer.submit(node::close);
      Reply reply = poll.reply().ok();
      assertThat(reply.at("/items").isArray()).isTrue();
      String last = "";
      for (String line = watch.line(); !line.equals("END"); line = watch.line()) {
        last = line;
      }
      assertThat(last).as("the line before the end").isEmpty();
      closed.get();
    }
  }

  @Test
  void aNodeThatLetsGoOfItsStreamsIsNotReadyAnyMore() throws Exception {
    App node = server.furtherNode();
    String address = node.address();
    try (var watch = server.adminOf(node).watch(AGENTS + "?watch=true", "WatchEvent");
        var closer = Executors.newVirtualThreadPerTaskExecutor()) {
      var closed = closer.submit(node::close);
      while (!watch.line().equals("END")) {
        // entries of other tests
      }
      assertThat(readiness(address)).isNotEqualTo(200);
      closed.get();
    }
  }

  @Test
  void aRequestThatDoesNotEndIsCutOffAndTheNodeStopsAllTheSame() throws Exception {
    App node = server.furtherNode();
    String address = node.address();
    try (var half =
        RawHttp.connect(address)
            .send(
                "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
                    .formatted("/opbeta/outposts/outposts", TestServer.ADMIN_KEY))) {
      assertThat(half.reply().status()).isEqualTo(100); // the body is being read
      node.close();
      assertThat(readiness(address)).isZero();
    }
  }

  private static boolean isClosed(String address) {
    try (var _ = RawHttp.connect(address)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** The status; 0 when nobody listens any more. */
  private static int readiness(String address) {
    try (var probe = RawHttp.connect(address)) {
      return probe.send(READY).reply().status();
    } catch (IOException e) {
      return 0;
    }
  }

  private static RawHttp get(App node, String query) throws IOException {
    return RawHttp.connect(node.address())
        .send(
            "GET %s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(AGENTS, query, TestServer.ADMIN_KEY));
  }
}
