package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.Given.AuditRecord;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Section 12.3 of completions.md, as far as it needs no machine. */
class SessionConformanceIT extends OnOrganization {
  private String sessions;

  @BeforeEach
  void paths() {
    sessions = path("sessions");
  }

  private Reply create(String fields) {
    return member.post(sessions, "{\"prompt\":\"First line\\nmore\"" + fields + "}").ok();
  }

  private String one(Reply session) {
    return sessions + "/" + session.text("/session_id");
  }

  private Reply entry(Reply session) {
    return server.admin().get("/opbeta/outposts/agents/" + session.text("/session_id"));
  }

  /** Item 31. */
  @Test
  void aNewSessionIsAnsweredInFull() {
    var session = create(",\"tags\":[\"b\",\"a\",\"b\"],\"title\":null");
    assertThat(session.text("/status")).isEqualTo("new");
    assertThat(session.text("/status_detail")).isNull();
    assertThat(session.text("/origin")).isEqualTo("api");
    assertThat(session.text("/title")).isEqualTo("First line");
    assertThat(session.text("/org_id")).isEqualTo(org.value());
    assertThat(session.text("/url"))
        .endsWith("/sessions/" + session.text("/session_id").substring(6));
    assertThat(session.at("/tags").toString()).isEqualTo("[\"a\",\"b\"]");
    assertThat(session.at("/pull_requests")).isEmpty();
    assertThat(session.at("/child_session_ids")).isEmpty();
    assertThat(session.at("/resumable").booleanValue()).isTrue();
    assertThat(session.at("/is_advanced").booleanValue()).isFalse();
    assertThat(session.at("/updated_at").longValue())
        .isGreaterThanOrEqualTo(session.at("/created_at").longValue());
    assertThat(member.get(one(session)).ok().json()).isEqualTo(session.json());
  }

  /** Item 32. */
  @Test
  void aSessionWithoutAnOutpostWaitsAndIsQueuedOnceOneIsThere() {
    var session = create("");
    assertThat(session.text("/outpost_id")).isNull();
    entry(session).refused(404, "entry_not_found");
    String outpost = outpost("late");
    await(() -> entry(session).status() == 200);
    var entry = entry(session).ok();
    assertThat(entry.text("/metadata/outpost_id")).isEqualTo(outpost);
    assertThat(entry.text("/spec/kind")).isEqualTo("new");
    assertThat(entry.text("/status/phase")).isEqualTo("pending");
    assertThat(member.get(one(session)).ok().text("/outpost_id")).isEqualTo(outpost);
    assertThat(member.get(one(session)).ok().text("/status")).isEqualTo("new");
  }

  /** Item 33. */
  @Test
  void anUnknownPlatformIsRefusedWithTheKnownOnes() {
    outpost("mine");
    var refused =
        member
            .post(sessions, json("prompt", "p", "platform", "amiga"))
            .refused(400, "unknown_platform");
    assertThat(refused.at("/valid_platforms").toString())
        .contains("linux", "macos", "windows", "mine");
    assertThat(create(",\"platform\":\"MINE\"").text("/platform")).isEqualTo("MINE");
    assertThat(create(",\"platform\":\"windows\"").text("/outpost_id")).isNull();
  }

  /** Item 34. */
  @Test
  void impersonationNeedsThePermissionAndAMember() {
    var human = server.given().human(org, "org_member");
    var admin = server.as(server.given().key(org, "org_admin"));
    String body = json("prompt", "p", "create_as_user_id", "%s");
    member.post(sessions, body.formatted(human)).refused(403, "permission_denied");
    admin
        .post(sessions, body.formatted(Id.create(UserId.class)))
        .invalid("body.create_as_user_id unknown_reference");
    var session = admin.post(sessions, body.formatted(human)).ok();
    assertThat(session.text("/user_id")).isEqualTo(human.value());
    assertThat(session.text("/service_user_id")).startsWith("service-user-");
    assertThat(admin.get(sessions + "?user_ids=" + human).ok().each("/session_id"))
        .containsExactly(session.text("/session_id"));
    String messages = one(session) + "/messages";
    String message = json("message", "m", "message_as_user_id", human);
    member.post(messages, message).refused(403, "permission_denied");
    admin.post(messages, message).ok();
    assertThat(admin.get(messages).ok().each("/user_id"))
        .containsExactly(human.value(), human.value());
  }

  /** Item 37. */
  @Test
  void aMessageWakesASleepingSessionAndQueuesItInTheSameInstant() {
    outpost("wake");
    var session = create("");
    assertThat(member.post(one(session) + "/archive", "").ok().text("/status_detail"))
        .isEqualTo("user_request");
    entry(session).refused(404, "entry_not_found");
    var woken = member.post(one(session) + "/messages", json("message", "go on")).ok();
    assertThat(woken.text("/status")).isEqualTo("resuming");
    assertThat(woken.at("/is_archived").booleanValue()).isFalse();
    assertThat(entry(session).ok().text("/spec/kind")).isEqualTo("resume");
    assertThat(entry(session).ok().text("/status/session_status")).isEqualTo("pending");
  }

  /** Item 38. */
  @Test
  void aMessageToAnEndedSessionIsRefused() {
    var session = create("");
    member.delete(one(session)).ok();
    var refused =
        member.post(one(session) + "/messages", json("message", "m")).refused(409, "session_ended");
    assertThat(refused.text("/hint")).contains("session_links");
  }

  /** Item 39. */
  @Test
  void messagesAreListedInTheOrderInWhichTheyWereSent() {
    var session = create("");
    for (String text : List.of("one", "two", "three")) {
      member.post(one(session) + "/messages", json("message", text)).ok();
    }
    var list = member.get(one(session) + "/messages").ok();
    assertThat(list.each("/message")).containsExactly("First line\nmore", "one", "two", "three");
    assertThat(list.each("/delivery")).containsOnly("queued");
    assertThat(list.each("/source")).containsOnly("user");
    member.post(one(session) + "/messages", json("message", "")).invalid("body.message too_short");
  }

  /** Item 40. */
  @Test
  void terminationIsFinalAndMayBeRepeated() {
    outpost("end");
    var session = create("");
    var ended = member.delete(one(session)).ok();
    assertThat(ended.text("/status")).isEqualTo("exit");
    assertThat(ended.at("/is_archived").booleanValue()).isFalse();
    assertThat(member.delete(one(session)).ok().json()).isEqualTo(ended.json());
    assertThat(member.delete(one(session) + "?archive=true").ok().at("/is_archived").booleanValue())
        .isTrue();
    entry(session).refused(404, "entry_not_found");
    assertThat(server.given().audit(org))
        .extracting(AuditRecord::action)
        .contains("terminate_session")
        .doesNotHaveDuplicates();
  }

  /** Item 41. */
  @Test
  void archivingPutsToSleepAndUnarchivingDoesNotWake() {
    var session = create("");
    var archived = member.post(one(session) + "/archive", "").ok();
    assertThat(archived.text("/status")).isEqualTo("suspended");
    assertThat(archived.at("/is_archived").booleanValue()).isTrue();
    assertThat(member.get(sessions + "?is_archived=false").ok().at("/items")).isEmpty();
    assertThat(member.get(sessions).ok().at("/items")).hasSize(1);
    var back = member.post(one(session) + "/unarchive", "").ok();
    assertThat(back.text("/status")).isEqualTo("suspended");
    assertThat(back.at("/is_archived").booleanValue()).isFalse();
  }

  /** Item 36. */
  @Test
  void aSessionThatCantBeResumedEndsInsteadOfSleeping() {
    var session = create(",\"resumable\":false");
    var archived = member.post(one(session) + "/archive", "").ok();
    assertThat(archived.text("/status")).isEqualTo("exit");
    assertThat(archived.at("/is_archived").booleanValue()).isTrue();
  }

  /** Item 43. */
  @Test
  void secretsOfASessionAreInNoAnswerAndNotInClearInTheDatabase() {
    var session =
        create(
            ",\"session_secrets\":[{\"key\":\"TOKEN\",\"value\":\"swordfish\"}],\"knowledge_ids\":[]");
    assertThat(session.body()).doesNotContain("swordfish");
    assertThat(member.get(one(session) + "/events").ok().body()).doesNotContain("swordfish");
    for (String table : List.of("session", "session_secret", "event", "message", "audit_log")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain("swordfish");
    }
    String byId = "SELECT count(*) FROM session_secret WHERE session_id = ?";
    assertThat(server.given().number(byId, session.text("/session_id"))).isEqualTo(1);
    member.delete(one(session)).ok();
    assertThat(server.given().number(byId, session.text("/session_id"))).isZero();
    member
        .post(
            sessions,
            json(
                "prompt",
                "p",
                "session_secrets",
                List.of(fields("key", "A", "value", "1"), fields("key", "A", "value", "2"))))
        .invalid("body.session_secrets.1 duplicate");
  }

  @Test
  void secretsOfTheInstallationAreMaskedInTitlePromptAndMessage() {
    String token = Tokens.create("agt_");
    String text = "use %s or %s".formatted(TestServer.ADMIN_KEY, token);
    var session = member.post(sessions, json("prompt", text, "title", text)).ok();
    member.post(one(session) + "/messages", json("message", text)).ok();

    String masked = "use [secret:AGENT_BOOTSTRAP_TOKEN] or [secret:api_key]";
    assertThat(session.text("/title")).isEqualTo(masked);
    assertThat(member.get(one(session) + "/messages").ok().each("/message"))
        .containsExactly(masked, masked);
  }

  @Test
  void secretsInAPromptOrAMessageAreMaskedWhereverTheyAreShown() {
    var session =
        member
            .post(
                sessions,
                """
                {"prompt":"Log in with swordfish","session_secrets":[{"key":"TOKEN","value":"swordfish"}]}
                """)
            .ok();
    member.post(one(session) + "/messages", json("message", "or swordfish again")).ok();

    assertThat(session.text("/title")).isEqualTo("Log in with [secret:TOKEN]");
    assertThat(member.get(one(session) + "/messages").ok().each("/message"))
        .containsExactly("Log in with [secret:TOKEN]", "or [secret:TOKEN] again");
    var events = member.get(one(session) + "/events").ok();
    assertThat(events.body()).doesNotContain("swordfish");
    try (var stream = member.watch(one(session) + "/events?watch=true", "Event")) {
      for (long seq = 1; seq <= events.at("/last_seq").longValue(); seq++) {
        assertThat(stream.next().toString()).doesNotContain("swordfish");
      }
    }
    for (String table : List.of("session", "event", "message", "audit_log")) {
      assertThat(server.given().dump(table)).as(table).doesNotContain("swordfish");
    }
  }

  @Test
  void aChildKnowsItsParentAndTheParentItsChildren() {
    var parent = create("");
    String id = parent.text("/session_id");
    var child = create(",\"parent_session_id\":\"%s\"".formatted(id));
    var other = member.post(sessions + "?devin_id=" + id.substring(6), json("prompt", "p")).ok();
    assertThat(child.text("/parent_session_id")).isEqualTo(id);
    assertThat(other.text("/parent_session_id")).isEqualTo(id);
    assertThat(member.get(one(parent)).ok().at("/child_session_ids").toString())
        .isEqualTo(
            "[\"%s\",\"%s\"]".formatted(child.text("/session_id"), other.text("/session_id")));
    assertThat(member.get(sessions + "?parent_session_id=" + id).ok().at("/items")).hasSize(2);
    var elsewhere = server.given().organization();
    server
        .admin()
        .post(
            "/v3/organizations/" + elsewhere + "/sessions",
            json("prompt", "p", "parent_session_id", id))
        .invalid("body.parent_session_id unknown_reference");
  }

  @Test
  void theEventLogCountsWithoutAGapAsAPageAndAsAStream() {
    var session = create("");
    member.post(one(session) + "/archive", "").ok();
    var page = member.get(one(session) + "/events").ok();
    var seqs = page.each("/seq");
    for (int i = 0; i < seqs.size(); i++) {
      assertThat(seqs.get(i)).isEqualTo(Integer.toString(i + 1));
    }
    assertThat(page.at("/last_seq").intValue()).isEqualTo(seqs.size());
    try (var stream = member.watch(one(session) + "/events?watch=true&after=1", "Event")) {
      for (int seq = 2; seq <= seqs.size(); seq++) {
        assertThat(stream.next().get("seq").intValue()).isEqualTo(seq);
      }
      member.post(one(session) + "/messages", json("message", "m")).ok();
      assertThat(stream.next().get("seq").intValue()).isEqualTo(seqs.size() + 1);
    }
  }
}
