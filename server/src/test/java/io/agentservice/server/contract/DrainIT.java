package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.App;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What happens to requests that wait when their node stops. */
class DrainIT extends OnServer {
  private static final String AGENTS = "/opbeta/outposts/agents";

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

  /** The status; 0 when nobody listens any more. */
  private static int readiness(String address) {
    try (var probe = RawHttp.connect(address)) {
      return probe.send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n").reply().status();
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
