package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers see while the database is away, and that everything goes on when it is back. */
class DatabaseTroubleIT {
  private static final String AGENTS = "/opbeta/outposts/agents";

  /** Far above what it takes on a busy machine, below the ten seconds of the driver. */
  private static final Duration SOON = Duration.ofSeconds(9);

  private TcpProxy network;
  private TestServer server;
  private ApiClient admin;
  private String sessions;

  @BeforeEach
  void start() {
    var proxy = new AtomicReference<TcpProxy>();
    server =
        TestServer.start(
            Map.of(),
            url -> {
              proxy.set(TcpProxy.before(url));
              return proxy.get().through(url) + "&socketTimeout=2"; // the address comes first
            });
    network = proxy.get();
    admin = server.admin();
    var org = server.given().organization();
    sessions = "/v3/organizations/%s/sessions".formatted(org);
    admin
        .post(
            "/opbeta/outposts/outposts",
            json("name", "o", "platform", "linux", "allowed_org_ids", List.of(org)))
        .ok();
  }

  @AfterEach
  void stop() {
    server.close();
    network.close();
  }

  private String session() {
    return admin.post(sessions, json("prompt", "p")).ok().text("/session_id");
  }

  @Test
  void requestsAreToldSoonThatTheDatabaseIsAwayAndAreServedWhenItIsBack() {
    String session = session();
    network.refuse();
    long start = System.nanoTime();

    var refused = admin.get(sessions + "/" + session).refused(503, "unavailable");
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.text("/hint")).isEqualTo("Try again in a moment");
    assertThat(admin.post(sessions, json("prompt", "p")).refused(503, "unavailable").text("/hint"))
        .contains("Idempotency-Key");
    assertThat(server.anonymous().get("/readyz").status()).isEqualTo(503);
    assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);

    network.admit();
    Await.until(() -> server.anonymous().get("/readyz").status() == 200);
    admin.get(sessions + "/" + session).ok();
    claim(session);
  }

  /** A fail-over of which nobody was told: what was open is dead, what is new works. */
  @Test
  void claimsGoOnAfterAllConnectionsFellSilent() {
    claim(session());
    try (var watch = admin.watch(AGENTS + "?watch=true", "WatchEvent")) {
      watch.next();

      network.silenceOpenOnes();

      String later = null;
      while (later == null) {
        var created = admin.post(sessions, json("prompt", "p"));
        assertThat(created.status()).isIn(200, 503);
        later = created.text("/session_id");
      }
      claim(later);
      String told;
      do {
        told = watch.next().at("/object/metadata/session_id").asString("");
      } while (!told.equals(later));
    }
    Await.until(() -> server.anonymous().get("/readyz").status() == 200);
  }

  private void claim(String session) {
    int status;
    do {
      status = admin.post(AGENTS + "/" + session + "/claim", json("acceptor_id", "w")).status();
      assertThat(status).isIn(200, 503);
    } while (status != 200);
  }
}
