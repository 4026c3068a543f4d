package io.agentservice.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthServerTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(1000));
  private final List<WorkerEvent> passedOn = new ArrayList<>();
  private final HealthBoard board = new HealthBoard(passedOn::add, now::get);
  private final HttpClient http = HttpClient.newHttpClient();
  private HealthServer server;

  @BeforeEach
  void start() throws IOException {
    server = new HealthServer(loopback(0), board);
  }

  @AfterEach
  void end() {
    server.close();
    http.close();
  }

  @Test
  void aWorkerThatReachedNothingYetIsUnreachable() throws Exception {
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    assertThat(get("/healthz").body())
        .isEqualTo("{\"state\":\"unreachable\",\"api_reachable\":false}\n");
  }

  @Test
  void stateFollowsTheWorkerFromPollingOverServingToDraining() throws Exception {
    board.answered(200);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/healthz").body())
        .isEqualTo("{\"state\":\"polling\",\"api_reachable\":true,\"last_contact\":1000}\n");
    tell(new WorkerEvent.Claimed("agent-1", "local", "new"));
    assertThat(get("/healthz").body()).contains("\"serving\"", "\"session_id\":\"agent-1\"");
    tell(new WorkerEvent.Draining(null));
    assertThat(get("/healthz").body()).contains("\"draining\"", "\"session_id\":\"agent-1\"");
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void anApiThatIsAwayIsNoReasonToEndAWorkerThatServes() throws Exception {
    board.answered(200);
    board.answered(503);
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    tell(new WorkerEvent.Adopted("agent-1", 4711));
    board.answered(0);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/healthz").body()).contains("\"api_reachable\":false", "\"last_contact\":1000");
    tell(new WorkerEvent.SessionDone("agent-1", "served"));
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    board.answered(404);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void metricsCountWhatTheEventsSay() throws Exception {
    board.answered(200);
    tell(new WorkerEvent.ClaimRefused("agent-0", "another was first"));
    tell(new WorkerEvent.Claimed("agent-1", "local", "new"));
    tell(new WorkerEvent.BinaryReady("4f0c1d2", true));
    now.set(Instant.ofEpochMilli(1_001_500));
    tell(new WorkerEvent.RemoteConnected("agent-1", "4f0c1d2"));
    tell(new WorkerEvent.Restarting("agent-1", 1, 5));
    tell(new WorkerEvent.BinaryReady("4f0c1d2", false));
    now.set(Instant.ofEpochSecond(1010));
    tell(new WorkerEvent.RemoteConnected("agent-1", "4f0c1d2"));
    tell(new WorkerEvent.ClaimRefused("agent-1", "its binary is not published"));
    tell(new WorkerEvent.SessionDone("agent-1", "given_up"));
    board.answered(409);
    board.answered(0);
    assertThat(get("/metrics").headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(get("/metrics").body().lines())
        .contains(
            "# TYPE agent_worker_sessions_total counter",
            "agent_worker_sessions_total{outcome=\"given_up\"} 1",
            "agent_worker_sessions_total{outcome=\"served\"} 0",
            "agent_worker_claims_total{result=\"won\"} 1",
            "agent_worker_claims_total{result=\"lost\"} 1",
            "agent_worker_remote_restarts_total 1",
            "agent_worker_binaries_total{source=\"download\"} 1",
            "agent_worker_binaries_total{source=\"cache\"} 1",
            "agent_worker_api_errors_total{status=\"409\"} 1",
            "agent_worker_api_errors_total{status=\"none\"} 1",
            "agent_worker_claim_seconds_sum 10",
            "agent_worker_claim_seconds_count 1",
            "agent_worker_connect_seconds_sum 1.500",
            "agent_worker_connect_seconds_count 1",
            "agent_worker_state{state=\"unreachable\"} 1",
            "agent_worker_state{state=\"polling\"} 0",
            "agent_worker_last_contact_timestamp_seconds 1010")
        .anyMatch(line -> line.matches("agent_worker_build_info\\{version=\"\\d.*\"} 1"))
        .allMatch(line ->
            line.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{[a-z]+=\"[^\"]*\"})? [0-9.]+"));
  }

  @Test
  void everyEventReachesWhoeverListensBehindTheBoard() {
    tell(new WorkerEvent.Draining(null));
    assertThat(passedOn)
        .extracting(event -> EventFields.of(event).required("event"))
        .containsExactly("draining");
  }

  @Test
  void anythingElseIsRefused() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(404);
    var post = HttpRequest.newBuilder(uri("/metrics")).POST(BodyPublishers.ofString("x")).build();
    assertThat(http.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    assertThatThrownBy(() -> new HealthServer(loopback(server.port()), board))
        .isInstanceOf(BindException.class);
  }

  private void tell(WorkerEvent event) {
    board.tell(event);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
