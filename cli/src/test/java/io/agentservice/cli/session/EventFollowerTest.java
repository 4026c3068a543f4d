package io.agentservice.cli.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events of a service behind a balancer. */
class EventFollowerTest {
  private static final String SESSION = "agent-1";

  private record Reply(int status, String type, String body) {}

  /** One a request. */
  private final Deque<Reply> replies = new ArrayDeque<>();

  private final List<Long> seen = new ArrayList<>();
  private HttpServer service;
  private AgentClient client;

  @BeforeEach
  void serve() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          var reply = replies.remove();
          var body = reply.body().getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", reply.type());
          exchange.getResponseHeaders().set("Retry-After", "2");
          exchange.sendResponseHeaders(reply.status(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    service.start();
    var address = service.getAddress();
    client =
        new AgentClient(
            ClientSettings.of(
                URI.create("http://%s:%d".formatted(address.getHostString(), address.getPort())),
                "agt_test"));
  }

  @AfterEach
  void stop() {
    client.close();
    service.stop(0);
  }

  private static Reply event(long seq) {
    return new Reply(200, "text/event-stream", "data: {\"seq\": %d}\n\n".formatted(seq));
  }

  private void follow() {
    try (var follower = new EventFollower(client.sessions("org-1"), SESSION)) {
      follower.follow(
          0,
          event -> {
            seen.add(event.seq());
            return seen.size() < 2;
          });
    }
  }

  @Test
  void aRefusalInPassingIsWaitedOutAsLongAsTheServiceAsks() {
    replies.add(event(1));
    replies.add(new Reply(503, "text/html", "no server"));
    replies.add(event(2));
    long begun = System.nanoTime();

    follow();

    assertThat(seen).containsExactly(1L, 2L);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aRefusalThatStaysIsToldAtOnce() {
    replies.add(event(1));
    replies.add(new Reply(404, "application/json", "{\"detail\": \"no such session\"}"));

    assertThatThrownBy(this::follow)
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("no such session");
    assertThat(seen).containsExactly(1L);
  }

  @Test
  void workThatIsDoneIsReadThoughTheServiceIsAwayForAMoment() {
    replies.add(new Reply(200, "application/json", "{\"session_id\": \"agent-1\"}"));
    replies.add(
        new Reply(
            200,
            "text/event-stream",
            "data: {\"seq\": 1, \"type\": \"finished\", \"data\": {}}\n\n"));
    replies.add(new Reply(503, "text/html", "no server"));
    replies.add(new Reply(200, "application/json", "{\"session_id\": \"agent-1\"}"));

    var result =
        WorkSession.create(client.sessions("org-1"), JsonObject.parse("{}")).watch(null, _ -> {});

    assertThat(result.ending()).isEqualTo(WorkSession.Ending.FINISHED);
    assertThat(result.session().id()).isEqualTo("agent-1");
  }
}
