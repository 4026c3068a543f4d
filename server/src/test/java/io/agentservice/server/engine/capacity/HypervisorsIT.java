package io.agentservice.server.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Machines as workers show them (api-enterprise.md 10). */
class HypervisorsIT extends OnOutpost {
  private static final String MACHINES = "/v3/enterprise/hypervisors";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private String acceptor;
  private ApiClient worker;

  @BeforeEach
  void aWorker() {
    acceptor = "worker-" + COUNT.incrementAndGet();
    worker = admin.with("X-Agent-Acceptor-Id", acceptor);
  }

  private static void beat(ApiClient worker) {
    worker.get(AGENTS + "?first=1").ok();
  }

  /** The machine in the list with that query. */
  private List<JsonNode> machines(String query) {
    var items = admin.get(MACHINES + "?first=200" + query).ok().at("/items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(item -> item.get("acceptor_id").stringValue().equals(acceptor))
        .toList();
  }

  private JsonNode machine() {
    var found = machines("&status=all");
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private String status() {
    return machine().get("status").stringValue();
  }

  /** As if the worker had been heard of last so long ago. */
  private void silent(String ago) {
    admin.get(MACHINES).ok(); // what this server has still to write
    server
        .given()
        .update(
            "UPDATE hypervisor SET last_seen = now() - ?::interval WHERE acceptor_id = ?",
            ago,
            acceptor);
  }

  private void attached(String session, String ago) {
    server
        .given()
        .update(
            "UPDATE session SET machine_since = now() - ?::interval WHERE session_id = ?",
            ago,
            session);
  }

  @Test
  void aWorkerThatNamesItselfIsThereAtOnceAndOnce() {
    assertThat(machines("&status=all")).isEmpty();
    beat(worker);
    beat(worker);

    var machine = machine();
    assertThat(machine.get("hypervisor_id").stringValue()).startsWith("hypervisor-");
    assertThat(machine.get("status").stringValue()).isEqualTo("available");
    assertThat(machine.get("utilization_percentage").doubleValue()).isZero();
    assertThat(machine.get("cloud_provider_instance_id").isNull()).isTrue();
    assertThat(machine.get("last_heartbeat").longValue())
        .isGreaterThanOrEqualTo(machine.get("created_at").longValue());
  }

  @Test
  void aClaimShowsAWorkerThatSaysNoMore() {
    String session = session();
    claim(session, acceptor).ok();

    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(100);
    release(session, acceptor).ok();
    assertThat(machine().get("utilization_percentage").doubleValue()).isZero();
  }

  @Test
  void utilizationIsOfTheSlotsAndAtMostAllOfThem() {
    var large = worker.with("X-Agent-Slots", "4");
    act(large, session(), "claim", acceptor).ok();
    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(25);

    act(worker, session(), "claim", acceptor).ok();
    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(100);
    beat(worker.with("X-Agent-Slots", "none"));
    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(100);
  }

  @Test
  void theSlotsCountAlsoWhenTheClaimAloneNamesTheWorker() {
    act(admin.with("X-Agent-Slots", "4"), session(), "claim", acceptor).ok();
    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(25);
    var another = admin.with("X-Agent-Acceptor-Id", acceptor + "-b").with("X-Agent-Slots", "8");
    act(another, session(), "claim", acceptor).ok();
    assertThat(machine().get("utilization_percentage").doubleValue()).isEqualTo(100);
  }

  @Test
  void aDrainingWorkerSaysSoAndMayThinkBetterOfIt() {
    beat(worker);
    beat(worker.with("X-Agent-Draining", "true"));
    assertThat(status()).isEqualTo("draining");
    beat(worker);
    assertThat(status()).isEqualTo("available");
  }

  @Test
  @DisplayName("66: hypervisors default to available; all shows a stopped worker as disconnected")
  void aWorkerThatIsSilentForAMinuteIsDisconnected() {
    beat(worker);
    assertThat(machines("")).hasSize(1);

    silent("61 seconds");

    assertThat(machines("")).isEmpty();
    assertThat(machines("&status=disconnected")).hasSize(1);
    assertThat(status()).isEqualTo("disconnected");
    beat(worker);
    assertThat(status()).isEqualTo("available");
  }

  @Test
  void afterADayWithoutAClaimItIsTerminated() {
    String session = session();
    act(worker, session, "claim", acceptor).ok();
    silent("25 hours");
    assertThat(status()).isEqualTo("disconnected");

    release(session, "somebody else").refused(409, "not_claim_holder");
    act(admin, session, "release", acceptor).ok();
    silent("23 hours");
    assertThat(status()).isEqualTo("disconnected");
    silent("25 hours");
    assertThat(status()).isEqualTo("terminated");
    assertThat(machines("&status=terminated")).hasSize(1);
  }

  @Test
  void itsRemotesKeepItAvailableWhenItIsSilentItself() {
    String session = session();
    act(worker, session, "claim", acceptor).ok();
    silent("2 hours");
    attached(session, "30 seconds");

    assertThat(status()).isEqualTo("available");
    attached(session, "90 seconds");
    assertThat(status()).isEqualTo("disconnected");
  }

  @Test
  void oneThatComesBackWithItsClaimsIsRestartingUntilARemoteConnects() {
    String session = session();
    act(worker, session, "claim", acceptor).ok();
    silent("61 seconds");
    beat(worker);
    assertThat(status()).isEqualTo("restarting");

    attached(session, "0 seconds");
    assertThat(status()).isEqualTo("available");
    server.given().update("UPDATE session SET machine_since = NULL WHERE session_id = ?", session);
    server.given().update("UPDATE hypervisor SET returned_at = now() - interval '61 seconds'");
    assertThat(status()).isEqualTo("available");
  }

  @Test
  void oneThatComesBackAndGivesItsClaimsUpIsAvailable() {
    String session = session();
    act(worker, session, "claim", acceptor).ok();
    silent("61 seconds");
    beat(worker);
    assertThat(status()).isEqualTo("restarting");
    act(worker, session, "release", acceptor).ok();
    assertThat(status()).isEqualTo("available");
  }

  @Test
  void whatWasSeenEarlierChangesNothing() {
    beat(worker);
    assertThat(status()).isEqualTo("available");
    String account = server.given().text("SELECT account_id FROM account");
    var earlier = new HypervisorSql.Seen("hypervisor-x", account, acceptor, true, 1, 30, null);
    try (var database = server.openDatabase()) {
      database.useTransaction(
          tx -> tx.on(HypervisorSql.class).write(Json.MAPPER.writeValueAsString(List.of(earlier))));
    }
    assertThat(status()).isEqualTo("available");
  }

  @Test
  void oneThatComesBackWithoutClaimsIsAvailable() {
    beat(worker);
    silent("61 seconds");
    beat(worker);
    assertThat(status()).isEqualTo("available");
    act(worker, session(), "claim", acceptor).ok();
    assertThat(status()).isEqualTo("available");
  }

  @Test
  void aWatchShowsThatItsWorkerIsThere() throws Exception {
    beat(worker);
    silent("5 minutes");
    try (var watch = worker.watch(AGENTS + "?watch=true&outpost=" + outpost, "WatchEvent")) {
      silent("5 minutes");
      session();
      watch.next();

      await(() -> status().equals("available"));
    }
  }

  @Test
  void machinesArePagedNewestFirst() {
    for (int i = 0; i < 3; i++) {
      beat(admin.with("X-Agent-Acceptor-Id", acceptor + "-" + i));
    }
    var walked = new ArrayList<String>();
    String cursor = "";
    do {
      var page = admin.get(MACHINES + "?status=all&first=1&after=" + cursor).ok();
      walked.addAll(page.each("/acceptor_id"));
      cursor = page.text("/end_cursor");
    } while (cursor != null);

    var all = admin.get(MACHINES + "?status=all&first=200").ok();
    assertThat(walked).isEqualTo(all.each("/acceptor_id")).doesNotHaveDuplicates();
    assertThat(walked.subList(0, 3))
        .containsExactly(acceptor + "-2", acceptor + "-1", acceptor + "-0");
    assertThat(all.at("/total").intValue()).isEqualTo(walked.size());
    admin.get(MACHINES + "?status=gone").invalid("query.status enum");
    member.get(MACHINES).refused(403, "permission_denied");
  }
}
