package io.agentservice.server.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims that meet in one batch, in several, and on several nodes (fleet.md 3 to 5). */
class ClaimsIT extends OnOutpost {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_MAX_DELIVERIES", "2");
  }

  private List<String> actions(String session) {
    return server.given().audit(org).stream()
        .filter(audit -> audit.data().path("session_id").asString("").equals(session))
        .map(audit -> audit.action())
        .toList();
  }

  private List<String> states(String session) {
    return admin
        .get("/v3/organizations/" + org + "/sessions/" + session + "/events")
        .ok()
        .json()
        .get("items")
        .valueStream()
        .filter(event -> event.get("type").asString().equals("status"))
        .map(event -> event.get("data").get("status").asString())
        .toList();
  }

  @Test
  void aLapsedClaimPassesToTheClaimerInOneStep() {
    String session = session();
    String first = token(act(admin, session, "claim", "first"));
    server
        .given()
        .update(
            "UPDATE queue_entry SET claim_deadline = now() - interval '1 second' WHERE session_id = ?",
            session);
    assertThat(act(admin, session, "claim", "second").ok().text("/status/acceptor_id"))
        .isEqualTo("second");
    assertThat(actions(session))
        .containsExactly("create_session", "claim_session", "lapse_claim", "claim_session");
    assertThat(states(session)).isEmpty();
    assertThat(opens(first, session)).isFalse();
  }

  @Test
  void aClaimThatHasToBeDecidedAgainIsDecidedByWhatIsThen() throws Exception {
    String session = session();
    String lock = session();
    collideOnce(session, lock);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Reply> claim;
      Future<Reply> end;
      try (var _ = server.given().lockOn(lock)) {
        claim = callers.submit(() -> act(admin, session, "claim", "w"));
        await(() -> waiting() == 1); // the claim, about to fail
        end = callers.submit(() -> admin.delete(path("sessions/" + session)));
        await(() -> waiting() == 2); // the end, for the claim's session
      }
      end.get().ok();
      // Who is first now is up to the machine: a busy one wakes the end later than the claim.
      assertThat(claim.get().status()).isIn(200, 404, 409);
      boolean claimed = claim.get().status() == 200;
      // They stand in the order in which their transactions began, of which one waited.
      assertThat(actions(session))
          .containsExactlyInAnyOrderElementsOf(
              claimed
                  ? List.of("create_session", "claim_session", "terminate_session")
                  : List.of("create_session", "terminate_session"));
    }
    assertThat(admin.get(path("sessions/" + session)).ok().text("/status")).isEqualTo("exit");
    admin.get(AGENTS + "/" + session).refused(404, "entry_not_found");
  }

  /** The first change of the session's entry waits for the other session, and then fails. */
  private void collideOnce(String session, String lock) {
    server.given().update("CREATE SEQUENCE tries");
    server
        .given()
        .update(
            """
            CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF nextval('tries') = 1 THEN
                PERFORM FROM session WHERE session_id = '%s' FOR UPDATE;
                RAISE EXCEPTION 'collision' USING ERRCODE = '40P01';
              END IF;
              RETURN NEW;
            END $$
            """
                .formatted(lock));
    server
        .given()
        .update(
            "CREATE TRIGGER collide BEFORE UPDATE ON queue_entry FOR EACH ROW WHEN (OLD.session_id = '%s') EXECUTE FUNCTION collide()"
                .formatted(session));
  }

  private long waiting() {
    return server
        .given()
        .number(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'
            """);
  }

  @Test
  void aSessionThatNoMachineConnectsToSleepsAndLeavesTheQueue() {
    String session = session();
    act(admin, session, "claim", "w").ok();
    act(admin, session, "release", "w").ok();
    act(admin, session, "claim", "w").ok();
    act(admin, session, "release", "w").ok();
    act(admin, session, "claim", "w").refused(404, "entry_not_found");
    var shown = admin.get("/v3/organizations/" + org + "/sessions/" + session).ok();
    assertThat(shown.text("/status")).isEqualTo("suspended");
    assertThat(shown.text("/status_detail")).isEqualTo("error");
    assertThat(shown.text("/error/code")).isEqualTo("no_machine");
  }

  @Test
  void aSlowTransactionDelaysItsOwnSessionOnly() throws Exception {
    String slow = session();
    String other = session();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Reply> waiting;
      try (var _ = server.given().lockOn(slow)) {
        waiting = callers.submit(() -> act(admin, slow, "claim", "w"));
        for (int i = 0; i < 5; i++) {
          act(admin, other, "claim", "w").ok();
        }
        assertThat(waiting.isDone()).isFalse();
      }
      assertThat(waiting.get().ok().text("/status/phase")).isEqualTo("claimed");
    }
  }

  @Test
  void claimersOfTwoNodesTakeEachEntryOnceAndBothNodesTellOfIt() throws Exception {
    try (var node = server.furtherNode();
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var nodes = List.of(admin, server.adminOf(node));
      var sessions = Stream.generate(this::session).limit(20).toList();
      String cursor = admin.get(AGENTS + "?outpost=" + outpost).ok().text("/cursor");
      var claims = new ArrayList<Callable<Integer>>();
      for (String session : sessions) {
        IntStream.range(0, 6)
            .forEach(
                i -> claims.add(() -> act(nodes.get(i % 2), session, "claim", "w-" + i).status()));
      }
      var statuses = new ArrayList<Integer>();
      for (var answer : callers.invokeAll(claims)) {
        statuses.add(answer.get());
      }
      assertThat(statuses).containsOnly(200, 409);
      assertThat(statuses.stream().filter(status -> status == 200)).hasSize(sessions.size());

      for (var client : nodes) {
        String path = "%s?watch=true&outpost=%s&cursor=%s".formatted(AGENTS, outpost, cursor);
        try (var watch = client.watch(path, "WatchEvent")) {
          var holders = new HashMap<String, String>();
          while (holders.size() < sessions.size()) {
            var entry = watch.next().get("object");
            holders.put(
                entry.at("/metadata/session_id").asString(),
                entry.at("/status/acceptor_id").asString());
          }
          assertThat(holders.keySet()).containsExactlyInAnyOrderElementsOf(sessions);
        }
      }
    }
  }

  @Test
  void anEntryRemovedBetweenTwoPagesOfAListIsToldByTheWatchThatFollows() {
    String gone = session();
    session();
    String path = AGENTS + "?outpost=" + outpost;
    var first = admin.get(path + "&first=1").ok();
    assertThat(first.each("/metadata/session_id")).containsExactly(gone);
    admin.delete("/v3/organizations/" + org + "/sessions/" + gone).ok();
    var last = admin.get(path + "&first=1&cursor=" + first.text("/cursor")).ok();
    assertThat(last.at("/has_next_page").booleanValue()).isFalse();
    try (var watch =
        admin.watch(path + "&watch=true&cursor=" + last.text("/cursor"), "WatchEvent")) {
      var told = watch.next();
      assertThat(told.get("type").asString()).isEqualTo("DELETED");
      assertThat(told.at("/object/metadata/session_id").asString()).isEqualTo(gone);
    }
  }

  @Test
  void aWatchOfANodeSeesWhatAnotherNodeChanges() {
    String session = session();
    String cursor = admin.get(AGENTS + "?outpost=" + outpost).ok().text("/cursor");
    try (var node = server.furtherNode();
        var watch =
            admin.watch(
                "%s?watch=true&outpost=%s&cursor=%s".formatted(AGENTS, outpost, cursor),
                "WatchEvent")) {
      act(server.adminOf(node), session, "claim", "w").ok();
      assertThat(watch.next().at("/object/status/phase").asString()).isEqualTo("claimed");
      act(server.adminOf(node), session, "release", "w").ok();
      assertThat(watch.next().at("/object/status/phase").asString()).isEqualTo("pending");
    }
  }
}
