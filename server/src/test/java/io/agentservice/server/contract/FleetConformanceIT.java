package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOutpost;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Section 12.7 of completions.md, as far as it needs no remote. */
class FleetConformanceIT extends OnOutpost {
  private Reply list(String query) {
    return admin.get(AGENTS + "?outpost=" + outpost + query).ok();
  }

  @Test
  void aWalkWithSmallPagesGivesEveryEntryAndItsCursorsAdvance() {
    var made = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      made.add(session());
    }
    for (int size : List.of(1, 2, 5)) {
      var seen = new LinkedHashSet<String>();
      var cursors = new ArrayList<String>();
      String cursor = "";
      Reply page;
      do {
        page = list("&first=" + size + cursor);
        seen.addAll(page.each("/metadata/session_id"));
        assertThat(page.each("/spec/kind")).allMatch("new"::equals);
        assertThat(page.each("/status/phase")).allMatch("pending"::equals);
        cursors.add(page.text("/cursor"));
        assertThat(cursors).doesNotHaveDuplicates(); // or it would go on for ever
        cursor = "&cursor=" + page.text("/cursor");
      } while (page.at("/has_next_page").booleanValue());
      assertThat(seen).containsExactlyElementsOf(made);
    }
    assertThat(list("&first=2").at("/total").longValue()).isEqualTo(5);
  }

  @Test
  void ofManySimultaneousClaimsExactlyOneWins() throws Exception {
    String session = session();
    var won = new ArrayList<Reply>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Reply>>();
      for (int i = 0; i < 100; i++) {
        String acceptor = "w" + i;
        work.add(() -> claim(session, acceptor));
      }
      for (Future<Reply> answer : threads.invokeAll(work)) {
        if (answer.get().status() == 200) {
          won.add(answer.get());
        } else {
          answer.get().refused(409, "claim_lost");
        }
      }
      assertThat(won).hasSize(1);
    }
    assertThat(opens(won.getFirst().text("/status/connect_token"), session)).isTrue();
  }

  @Test
  void aRenewalGivesAFurtherTokenAndNoEarlierDeadline() {
    String session = session();
    var first = claim(session, "w").ok();
    var second = claim(session, "w").ok();
    assertThat(second.text("/status/connect_token"))
        .startsWith("agc_")
        .isNotEqualTo(first.text("/status/connect_token"));
    assertThat(second.at("/status/claim_deadline").longValue())
        .isGreaterThanOrEqualTo(first.at("/status/claim_deadline").longValue());
    assertThat(second.text("/status/gateway_url")).startsWith("ws");
    assertThat(opens(token(first), session)).isTrue();
    assertThat(opens(token(second), session)).isTrue();
  }

  @Test
  void onlyTheHolderReleases() {
    String session = session();
    release(session, "w").refused(409, "not_claim_holder");
    claim(session, "w").ok();
    release(session, "other").refused(409, "not_claim_holder");
    var released = release(session, "w").ok();
    assertThat(released.text("/status/phase")).isEqualTo("pending");
    assertThat(released.text("/status/acceptor_id")).isNull();
    assertThat(released.text("/status/claim_deadline")).isNull();
    String unknown = "agent-" + "0".repeat(32);
    admin.get(AGENTS + "/" + unknown).refused(404, "entry_not_found");
    claim(unknown, "w").refused(404, "entry_not_found");
    release(unknown, "w").refused(404, "entry_not_found");
    for (String action : List.of("/claim", "/release")) {
      admin.post(AGENTS + "/" + session + action, "{}").invalid("body.acceptor_id missing");
      admin.post(AGENTS + "/" + unknown + action, "{}").refused(404, "entry_not_found");
    }
    claim(session, "x".repeat(257)).invalid("body.acceptor_id too_long");
  }

  @Test
  void tokensAreShownToTheClaimerAndToNobodyElse() {
    String session = session();
    claim(session, "w").ok();
    var answers = List.of(list(""), admin.get(AGENTS + "/" + session).ok());
    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.body()).doesNotContain("agc_", "ws://"));
    assertThat(answers.getLast().text("/status/acceptor_id")).isEqualTo("w");
    assertThat(answers.getLast().text("/spec/platform")).isEqualTo("linux");
    try (var watch = admin.watch(AGENTS + "?watch=true&outpost=" + outpost, "WatchEvent")) {
      assertThat(watch.next().toString()).doesNotContain("agc_", "ws://");
    }
    assertThat(release(session, "w").ok().body()).doesNotContain("agc_", "ws://");
  }

  @Test
  void filtersHoldTogetherAndApart() {
    String claimed = session();
    String pending = session();
    claim(claimed, "me-" + org).ok();
    assertThat(list("&phase=claimed").each("/metadata/session_id")).containsExactly(claimed);
    assertThat(list("&phase=pending").each("/metadata/session_id")).containsExactly(pending);
    assertThat(list("&acceptor_id=me-" + org).each("/metadata/session_id"))
        .containsExactly(claimed);
    assertThat(list("&phase=pending&acceptor_id=me-" + org).at("/items")).isEmpty();
    assertThat(admin.get(AGENTS + "?acceptor_id=me-" + org).ok().each("/metadata/session_id"))
        .containsExactly(claimed);
    String name = org.value().substring(4);
    assertThat(admin.get(AGENTS + "?outpost=" + name).ok().at("/items")).hasSize(2);
    claim(session(), "me-" + org).ok();
    claim(session(), "you-" + org).ok();
    var page = admin.get(AGENTS + "?first=1&phase=claimed&acceptor_id=me-" + org).ok();
    assertThat(page.at("/total").intValue()).isEqualTo(2);
    assertThat(admin.get(AGENTS + "?outpost=nowhere").ok().at("/items")).isEmpty();
    admin
        .get(AGENTS + "?phase=lost&first=201")
        .invalid("query.phase enum", "query.first too_large");
  }

  @Test
  void revokingAKeyEndsItsWatchesAndNoOthers() {
    String key = server.given().accountKey("account_admin");
    try (var mine = server.as(key).watch(AGENTS + "?watch=true&outpost=" + outpost, "WatchEvent");
        var log =
            server
                .as(key)
                .watch(
                    "/v3/organizations/%s/sessions/%s/events?watch=true".formatted(org, session()),
                    "Event");
        var other = admin.watch(AGENTS + "?watch=true&outpost=" + outpost, "WatchEvent")) {
      server.given().revoked(key);
      String last = "";
      for (String line = log.line(); !line.equals("END"); line = log.line()) {
        last = line;
      }
      assertThat(last).as("the line before the end").isEmpty();
      while (!mine.line().equals("END")) {
        // what was there before
      }
      String session = session();
      var event = other.next();
      while (!event.at("/object/metadata/session_id").stringValue().equals(session)) {
        event = other.next();
      }
    }
  }

  @Test
  void aWatchReplaysEverythingOrWhatCameAfterItsCursor() {
    String gone = session();
    String kept = session();
    admin.delete("/v3/organizations/" + org + "/sessions/" + gone).ok();
    String cursor = list("").text("/cursor");
    try (var watch = admin.watch(AGENTS + "?watch=true&outpost=" + outpost, "WatchEvent")) {
      var types = new ArrayList<String>();
      for (int i = 0; i < 2; i++) {
        var event = watch.next();
        types.add(
            event.get("type").stringValue()
                + " "
                + event.at("/object/metadata/session_id").stringValue());
      }
      assertThat(types).containsExactly("MODIFIED " + kept, "DELETED " + gone);
    }
    try (var watch =
        admin.watch(
            AGENTS + "?watch=true&outpost=" + outpost + "&cursor=" + cursor, "WatchEvent")) {
      claim(kept, "w").ok();
      var event = watch.next();
      assertThat(event.at("/object/metadata/session_id").stringValue()).isEqualTo(kept);
      assertThat(event.at("/object/status/phase").stringValue()).isEqualTo("claimed");
      var back = list("&cursor=" + event.get("cursor").stringValue());
      assertThat(back.at("/items")).isEmpty();
      assertThat(list("&cursor=" + cursor).each("/metadata/session_id")).containsExactly(kept);
    }
    server.anonymous().get(AGENTS + "?watch=true").refused(401, "credentials_missing");
    admin.get(AGENTS + "?watch=true&cursor=x").refused(400, "invalid_cursor");
  }

  @Test
  void aLapsedClaimIsPendingForEveryReaderAndFreeForOthers() {
    try (var quick = TestServer.start(Map.of("AGENT_CLAIM_TTL_SECONDS", "1"))) {
      var caller = quick.admin();
      var own = quick.given().organization();
      caller.post(OUTPOSTS, json("name", "quick")).ok();
      String session =
          caller
              .post("/v3/organizations/" + own + "/sessions", json("prompt", "p"))
              .ok()
              .text("/session_id");
      String one = AGENTS + "/" + session;
      String cursor = caller.get(AGENTS).ok().text("/cursor");
      caller.post(one + "/claim", json("acceptor_id", "a")).ok();
      try (var watch = caller.watch(AGENTS + "?watch=true&cursor=" + cursor, "WatchEvent")) {
        assertThat(watch.next().at("/object/status/phase").stringValue()).isEqualTo("claimed");
        assertThat(watch.next().at("/object/status/phase").stringValue()).isEqualTo("pending");
      }
      assertThat(caller.get(one).ok().text("/status/phase")).isEqualTo("pending");
      caller.post(one + "/release", json("acceptor_id", "a")).refused(409, "not_claim_holder");
      caller.post(one + "/claim", json("acceptor_id", "b")).ok();
    }
  }

  @Test
  void aCursorThatIsTooOldOrTooNewHasExpired() {
    try (var quick = TestServer.start()) {
      var caller = quick.admin();
      String cursor = caller.get(AGENTS).ok().text("/cursor");
      caller.get(AGENTS + "?cursor=" + cursor).ok();
      quick.given().update("UPDATE feed SET position = position + 10, discarded = position + 5");
      var refused = caller.get(AGENTS + "?cursor=" + cursor).refused(400, "cursor_expired");
      assertThat(refused.text("/hint")).contains("without a cursor");
      caller.get(AGENTS + "?watch=true&cursor=" + cursor).refused(400, "cursor_expired");
      String fresh = caller.get(AGENTS).ok().text("/cursor");
      quick.given().update("UPDATE feed SET position = 1, discarded = 0");
      caller.get(AGENTS + "?cursor=" + fresh).refused(400, "cursor_expired");
    }
  }

  @Test
  void aLongPollAnswersWithTheChangeOrEmptyAtItsEnd() throws Exception {
    String cursor = list("").text("/cursor");
    list("&wait=1&cursor=" + cursor).at("/items").forEach(item -> assertThat(item).isNull());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting = threads.submit(() -> list("&wait=60&cursor=" + cursor));
      String session = session();
      assertThat(waiting.get().each("/metadata/session_id")).containsExactly(session);
    }
    admin.get(AGENTS + "?wait=1").invalid("query.wait inconsistent");
    admin.get(AGENTS + "?wait=61&cursor=" + cursor).invalid("query.wait too_large");
  }
}
