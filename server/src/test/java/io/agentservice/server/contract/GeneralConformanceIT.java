package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Section 12.1 of completions.md, on the routes that there are. */
class GeneralConformanceIT extends OnOrganization {
  private String sessions;

  @BeforeEach
  void paths() {
    sessions = path("sessions");
  }

  private Reply create(String fields) {
    return member.post(sessions, "{\"prompt\":\"do it\"" + fields + "}").ok();
  }

  @Test
  void probesAnswerWithoutACredential() {
    assertThat(server.anonymous().get("/healthz").ok().text("/status")).isEqualTo("ok");
    assertThat(server.anonymous().get("/readyz").ok().text("/status")).isEqualTo("ready");
  }

  /** Item 1. */
  @Test
  void aGoodRequestIdIsEchoedAndABadOneReplaced() {
    var good = member.with("X-Request-Id", "a.B-9_");
    assertThat(good.get("/v3/self").ok().header("X-Request-Id")).isEqualTo("a.B-9_");
    var refused = good.get(sessions + "/x");
    assertThat(refused.header("X-Request-Id")).isEqualTo("a.B-9_");
    assertThat(refused.text("/request_id")).isEqualTo("a.B-9_");
    for (String bad : List.of("has space", "x".repeat(129), "a/b")) {
      var reply = member.with("X-Request-Id", bad).get("/v3/self").ok();
      assertThat(reply.header("X-Request-Id")).isNotEqualTo(bad).isNotBlank();
    }
    assertThat(server.anonymous().get("/nowhere").header("X-Request-Id")).isNotBlank();
  }

  @Test
  void everyAnswerSaysThatItIsNotToBeStored() {
    assertThat(member.get("/v3/self").header("Cache-Control")).isEqualTo("no-store");
    assertThat(member.get(sessions + "/x").header("Cache-Control")).isEqualTo("no-store");
  }

  /** Item 2. */
  @Test
  void aMissingOrMistypedCredentialIs401() {
    var missing = server.anonymous().get("/v3/self").refused(401, "credentials_missing");
    assertThat(missing.header("WWW-Authenticate")).isEqualTo("Bearer");
    String key = server.given().key(org, "org_member");
    String last = key.endsWith("0") ? "1" : "0";
    server
        .as(key.substring(0, key.length() - 1) + last)
        .get("/v3/self")
        .refused(401, "credentials_invalid");
    server
        .anonymous()
        .with("Authorization", "Basic abc")
        .get("/v3/self")
        .refused(401, "credentials_invalid");
    server.anonymous().with("Authorization", "bEARER " + key).get("/v3/self").ok();
  }

  /** Item 3. */
  @Test
  void anExpiredOrRevokedKeyIsRefusedOnTheVeryNextRequest() {
    String key = server.given().key(org, "org_member");
    server.as(key).get("/v3/self").ok();
    server.given().expired(key);
    server.as(key).get("/v3/self").refused(401, "credentials_expired");
    String other = server.given().key(org, "org_member");
    server.as(other).get("/v3/self").ok();
    server.given().revoked(other);
    server.as(other).get("/v3/self").refused(401, "credentials_revoked");
  }

  /** Item 4. */
  @Test
  void aProblemSaysItsStatusAndPath() {
    var reply = member.get(sessions + "/x?first=1").refused(404, "session_not_found");
    assertThat(reply.at("/status").intValue()).isEqualTo(404);
    assertThat(reply.text("/title")).isEqualTo("Not Found");
    assertThat(reply.text("/instance")).isEqualTo(sessions + "/x");
    assertThat(reply.at("/detail").isString()).isTrue();
  }

  /** Item 5. */
  @Test
  void aValidationFailureListsAllThatIsWrong() {
    member
        .post(sessions, json("prompt", 7, "max_acu_limit", 0, "tags", List.of("ok", 3)))
        .invalid("body.prompt type", "body.max_acu_limit too_small", "body.tags.1 type");
  }

  /** Item 6. */
  @Test
  void theBodyMustBeJsonOfTheRightTypeAndSize() {
    member.post(sessions, "{\"prompt\":").refused(400, "malformed_json");
    member.post(sessions, "{\"prompt\":\"a\",\"prompt\":\"b\"}").refused(400, "malformed_json");
    member.post(sessions, "{\"max_acu_limit\":NaN}").refused(400, "malformed_json");
    member.post(sessions, "{\"a\":1} {}").refused(400, "malformed_json");
    member
        .post(sessions, "{\"a\":" + "[".repeat(101) + "]".repeat(101) + "}")
        .refused(400, "malformed_json");
    member
        .with("Content-Type", "text/plain")
        .post(sessions, "{}")
        .refused(415, "unsupported_media_type");
    member
        .post(sessions, "{\"prompt\":\"" + "x".repeat(4 << 20) + "\"}")
        .refused(413, "body_too_large");
    member.post(sessions, "[]").invalid("body type");
    member.post(sessions, "").invalid("body.prompt missing");
  }

  /** Item 7. */
  @Test
  void whatIsUnknownIsIgnoredButForTheFormerOrder() {
    create(",\"no_such_field\":{\"a\":1}");
    member.get(sessions + "?no_such=1").ok();
    member.get(sessions + "?order=asc").invalid("query.order not_allowed");
  }

  /** Item 8. */
  @Test
  void aWrongMethodNamesTheRightOnesAndAnUnknownPathIsUnknown() {
    var wrong = member.patch(sessions, "{}").refused(405, "method_not_allowed");
    assertThat(wrong.header("Allow")).contains("GET", "POST");
    member.get("/v3/nowhere").refused(404, "route_not_found");
    server.anonymous().get("/v9").refused(404, "route_not_found");
    var options = server.anonymous().send("OPTIONS", sessions, "");
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.header("Allow")).contains("GET", "POST");
    assertThat(options.header("Cache-Control")).isEqualTo("no-store");
    assertThat(options.header("X-Request-Id")).isNotBlank();
  }

  @Test
  void aSlashAtTheEndAndTheBetaTreeLeadToTheSame() {
    String id = create("").text("/session_id");
    member.get(sessions + "/").ok();
    assertThat(member.get("/v3beta1/self").ok().body())
        .isEqualTo(member.get("/v3/self").ok().body());
    member.get(sessions.replace("/v3/", "/v3beta1/") + "/" + id).ok();
  }

  /** Item 9. */
  @Test
  void aMissingPermissionIsNamedWithWhereItIsMissing() {
    var reply = member.get("/opbeta/outposts/agents").refused(403, "permission_denied");
    assertThat(reply.text("/detail")).contains("UseOutpostsMachine").contains("the account");
    assertThat(reply.text("/required_permission")).isEqualTo("UseOutpostsMachine");
    var human = server.given().human(org, "org_member");
    var impersonating =
        member
            .post(sessions, json("prompt", "p", "create_as_user_id", human))
            .refused(403, "permission_denied");
    assertThat(impersonating.text("/detail"))
        .contains("ImpersonateOrgSessions")
        .contains(org.value());
  }

  /** Item 10. */
  @Test
  void aSessionOfAnotherOrganizationLooksLikeOneThatNeverWas() {
    String id = create("").text("/session_id");
    var other = server.given().organization();
    String theirs = sessions.replace(org.value(), other.value());
    var admin = server.admin();
    var foreign = admin.get(theirs + "/" + id).refused(404, "session_not_found");
    var never = admin.get(theirs + "/agent-" + "0".repeat(32)).refused(404, "session_not_found");
    assertThat(foreign.text("/detail")).isEqualTo(never.text("/detail"));
    admin.delete(theirs + "/" + id).refused(404, "session_not_found");
    admin.post(theirs + "/" + id + "/archive", "").refused(404, "session_not_found");
    admin.post(theirs + "/" + id + "/messages", "{}").refused(404, "session_not_found");
    admin.get(theirs + "/" + id + "/events").refused(404, "session_not_found");
    assertThat(admin.get(theirs).ok().at("/items")).isEmpty();
  }

  /** Item 11. */
  @Test
  void anOrganizationInWhichTheCallerHoldsNothingIsUnknown() {
    var other = server.given().organization();
    for (String id : List.of(other.value(), Id.create(OrgId.class).value(), "org-1", "x")) {
      member.get("/v3/organizations/" + id + "/sessions").refused(404, "organization_not_found");
    }
    server
        .admin()
        .get("/v3/organizations/" + Id.create(OrgId.class) + "/sessions")
        .refused(404, "organization_not_found");
  }

  /** Item 13. */
  @Test
  void walkingAListWithPagesOfOneGivesEachRowOnceWhileOthersAreAdded() {
    var wanted = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      wanted.addFirst(create("").text("/session_id"));
    }
    assertThat(walk(sessions, "/session_id", () -> create(""))).isEqualTo(wanted);

    String messages = sessions + "/" + wanted.getFirst() + "/messages";
    member.post(messages, json("message", "second")).ok();
    assertThat(walk(messages, "/message", () -> {})).containsExactly("do it", "second");
  }

  private List<String> walk(String path, String field, Runnable meanwhile) {
    var seen = new ArrayList<String>();
    String cursor = "";
    while (true) {
      var page = member.get(path + "?first=1" + cursor).ok();
      seen.addAll(page.each(field));
      assertThat(seen).doesNotHaveDuplicates(); // or it would go on for ever
      if (page.text("/end_cursor") == null) {
        assertThat(page.at("/has_next_page").booleanValue()).isFalse();
        return seen;
      }
      assertThat(page.at("/has_next_page").booleanValue()).isTrue();
      cursor = "&after=" + page.text("/end_cursor");
      meanwhile.run();
    }
  }

  /** Item 14. */
  @Test
  void badPageSizesAndCursorsAreRefused() {
    create("");
    create("");
    member.get(sessions + "?first=0").invalid("query.first too_small");
    member.get(sessions + "?first=201").invalid("query.first too_large");
    member.get(sessions + "?first=x").invalid("query.first type");
    String cursor = member.get(sessions + "?first=1").ok().text("/end_cursor");
    String changed = (cursor.charAt(0) == 'A' ? "B" : "A") + cursor.substring(1);
    member.get(sessions + "?after=" + changed).refused(400, "invalid_cursor");
    member.get(sessions + "?tags=a&after=" + cursor).refused(400, "invalid_cursor");
    String notes = sessions.replace("/sessions", "/knowledge/notes");
    member.get(notes + "?after=" + cursor).refused(400, "invalid_cursor");
  }

  /** Item 15. */
  @Test
  void tagsMustAllHoldAndOriginsAreAUnion() {
    String both = create(",\"tags\":[\"b\",\"a\"]").text("/session_id");
    create(",\"tags\":[\"a\"]");
    assertThat(member.get(sessions + "?tags=a&tags=b").ok().each("/session_id"))
        .containsExactly(both);
    assertThat(
            member
                .get(sessions + "?tags[]=a&tags[]=b".replace("[]", "%5B%5D"))
                .ok()
                .each("/session_id"))
        .containsExactly(both);
    assertThat(member.get(sessions + "?tags=").ok().each("/session_id")).hasSize(2);
    String cli =
        member
            .with("X-Agent-Origin", "cli")
            .post(sessions, json("prompt", "p"))
            .ok()
            .text("/session_id");
    String web =
        member
            .with("X-Agent-Origin", "webapp")
            .post(sessions, json("prompt", "p"))
            .ok()
            .text("/session_id");
    assertThat(member.get(sessions + "?origins=cli&origins=webapp").ok().each("/session_id"))
        .containsExactly(web, cli);
    member.get(sessions + "?origins=nowhere").invalid("query.origins enum");
    member
        .with("X-Agent-Origin", "nowhere")
        .post(sessions, json("prompt", "p"))
        .invalid("header.X-Agent-Origin enum");
  }

  @Test
  void boundsOfTimeAreInclusiveBelowAndExclusiveAbove() {
    var session = create("");
    long second = session.at("/created_at").longValue();
    String id = session.text("/session_id");
    assertThat(member.get(sessions + "?created_after=" + second).ok().each("/session_id"))
        .contains(id);
    assertThat(member.get(sessions + "?created_before=" + second).ok().each("/session_id"))
        .isEmpty();
    member
        .get(sessions + "?created_after=5&created_before=4")
        .invalid("query.created_after inconsistent");
  }

  /** Item 16. */
  @Test
  void oneKeyMakesOneSessionAlsoInParallel() throws Exception {
    var caller = member.with("Idempotency-Key", "k");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Reply> work = () -> caller.post(sessions, json("prompt", "p"));
      var bodies = new HashSet<String>();
      for (Future<Reply> answer : threads.invokeAll(List.of(work, work, work, work))) {
        if (answer.get().status() == 200) {
          bodies.add(answer.get().body());
        } else {
          answer.get().refused(409, "idempotency_in_progress");
        }
      }
      assertThat(bodies).hasSize(1);
    }
    var replayed = caller.post(sessions, json("prompt", "p")).ok();
    assertThat(replayed.header("Idempotency-Replayed")).isEqualTo("true");
    caller.post(sessions, json("prompt", "q")).refused(422, "idempotency_mismatch");
    member
        .with("Idempotency-Key", "x".repeat(256))
        .post(sessions, json("prompt", "p"))
        .invalid("header.Idempotency-Key format");
    assertThat(member.get(sessions).ok().each("/session_id")).hasSize(1);
  }

  /** Item 18. */
  @Test
  void aSessionIdIsUnderstoodInEverySpellingAndShownInOne() {
    String id = create("").text("/session_id");
    String hex = id.substring("agent-".length());
    assertThat(id).startsWith("agent-");
    for (String spelling : List.of(hex, "agent-" + hex, "devin-" + hex)) {
      String one = sessions + "/" + spelling;
      assertThat(member.get(one).ok().text("/session_id")).isEqualTo(id);
      member.get(one + "/messages").ok();
      member.get(one + "/events").ok();
      assertThat(member.post(one + "/archive", "").ok().text("/session_id")).isEqualTo(id);
      assertThat(member.post(one + "/unarchive", "").ok().text("/session_id")).isEqualTo(id);
      assertThat(member.get(sessions + "?session_ids=" + spelling).ok().each("/session_id"))
          .containsExactly(id);
    }
    member.get(sessions + "/" + hex.toUpperCase(Locale.ROOT)).refused(404, "session_not_found");
  }

  @Test
  void aListThatIsAskedForWithoutFirstHasTheServersPageSize() {
    try (var small = TestServer.start(Map.of("AGENT_DEFAULT_PAGE_SIZE", "2"))) {
      for (String name : List.of("a", "b", "c")) {
        small.admin().post("/opbeta/outposts", json("name", name)).ok();
      }
      var page = small.admin().get("/opbeta/outposts").ok();
      assertThat(page.each("/spec/name")).containsExactly("a", "b");
      assertThat(small.admin().get("/opbeta/outposts?first=3").ok().each("/spec/name")).hasSize(3);
    }
  }

  /** Item 17. */
  @Test
  void readsAboveTheLimitAreRefusedUntilTheWindowIsOver() {
    try (var limited = TestServer.start(Map.of("AGENT_RATE_READS", "3"))) {
      for (int left = 2; left >= 0; left--) {
        var reply = limited.admin().get("/v3/self").ok();
        assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"read\";q=3;w=60");
        assertThat(reply.header("RateLimit")).startsWith("\"read\";r=" + left + ";t=");
      }
      var refused = limited.admin().get("/v3/self").refused(429, "rate_limited");
      assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
      limited.as(limited.given().accountKey("account_member")).get("/v3/self").ok();
    }
  }
}
