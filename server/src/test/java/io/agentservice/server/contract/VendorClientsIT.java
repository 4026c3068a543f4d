package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 12.9 of completions.md, from 121 on: what scripts written for the hosted product do. */
class VendorClientsIT extends OnOutpost {
  private ApiClient old;
  private String id;
  private String hex;

  @BeforeEach
  void sessionAndKey() {
    old = server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
    id = session();
    hex = id.substring("agent-".length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"devin-devin-", "devin-agent-", "agent-devin-", "agent-agent-devin-"})
  @DisplayName("121: any run of prefixes is the same session, on paths of all versions")
  void anyRunOfPrefixesIsTheSameSessionInPaths(String prefixes) {
    String many = prefixes + hex;
    for (String path : List.of("", "/messages", "/tags", "/attachments", "/events")) {
      admin.get(path("sessions/" + many + path)).ok();
    }
    assertThat(admin.get("/v3/enterprise/sessions/" + many).ok().text("/session_id")).isEqualTo(id);
    assertThat(old.get("/v1/session/" + many).ok().text("/session_id")).isEqualTo(id);
    assertThat(old.get("/v1/sessions/" + many).ok().text("/session_id")).isEqualTo(id);
    assertThat(admin.get(AGENTS + "/" + many).ok().text("/metadata/session_id")).isEqualTo(id);
    assertThat(claim(many, "w").ok().text("/metadata/session_id")).isEqualTo(id);
    admin.get(path("consumption/daily/sessions/" + many)).ok();
    assertThat(old.post("/v1/session/" + many + "/message", json("message", "m")).ok().status())
        .isEqualTo(200);
    assertThat(old.delete("/v1/sessions/" + many).ok().status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"devin-devin-", "devin-agent-", "agent-devin-", "agent-agent-devin-"})
  @DisplayName("121: any run of prefixes is the same session, in queries and bodies")
  void anyRunOfPrefixesIsTheSameSessionInQueriesAndBodies(String prefixes) {
    String many = prefixes + hex;
    assertThat(admin.get(path("sessions?session_ids=" + many)).ok().each("/session_id"))
        .containsExactly(id);
    var linked =
        admin
            .post(
                path("sessions?agent_id=" + many),
                json("prompt", "p", "session_links", List.of(many)))
            .ok();
    assertThat(linked.text("/parent_session_id")).isEqualTo(id);
    assertThat(admin.get(path("sessions?parent_session_id=" + many)).ok().each("/session_id"))
        .containsExactly(linked.text("/session_id"));
    var schedule =
        admin
            .post(
                path("schedules"),
                """
                {"prompt":"p","schedule_type":"one_time","scheduled_at":"2126-01-01T09:00:00Z",
                 "target_devin_id":"%s"}
                """
                    .formatted(many))
            .ok();
    assertThat(schedule.text("/target_agent_id")).isEqualTo(id);
    var account =
        server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
    assertThat(account.get("/v2/enterprise/sessions?session_ids=" + many).ok().each("/session_id"))
        .containsExactly(id);
  }

  @Test
  @DisplayName("121: what is no run of prefixes before 32 digits is no session")
  void whatIsNoRunOfPrefixesIsUnknown() {
    Stream.of(
            "devin-devin" + hex,
            "devin--" + hex,
            "devin-DEVIN-" + hex,
            "devin-session-" + hex,
            "devin-devin-" + hex + "-",
            "devin-" + hex.substring(1),
            "devin-".repeat(17) + hex,
            "devin-".repeat(300))
        .forEach(no -> admin.get(path("sessions/" + no)).refused(404, "session_not_found"));
  }

  @Test
  @DisplayName("122: a message of version 1 that was taken says nothing, one that was not says why")
  void aMessageThatWasTakenSaysNothing() {
    String messages = "/v1/session/" + id + "/message";
    for (String text : List.of("first", "second")) {
      var sent = old.post(messages, json("message", text)).ok();
      assertThat(sent.body()).isEqualTo("{\"detail\":null}");
    }
    assertThat(old.get("/v1/session/" + id).ok().each("/messages", "/message"))
        .containsExactly("p", "first", "second");
    assertThat(old.get("/v1/sessions").ok().each("/sessions", "/session_id")).containsExactly(id);

    admin.post(path("sessions/%s/archive".formatted(id)), "").ok();
    assertThat(old.post(messages, json("message", "wake")).ok().body())
        .isEqualTo("{\"detail\":null}");
    assertThat(old.get("/v1/session/" + id).ok().text("/status")).isEqualTo("resuming");

    old.delete("/v1/sessions/" + id).ok();
    var refused = old.post(messages, json("message", "late")).refused(409, "session_ended");
    assertThat(refused.text("/detail")).isNotEmpty();
  }

  private void event(int seq, String type, String data) {
    server
        .given()
        .update(
            "INSERT INTO event (session_id, seq, epoch, type, data) VALUES (?, ?, 0, ?, ?::jsonb)",
            id,
            1000 + seq,
            type,
            data);
  }

  @Test
  @DisplayName("124: events say what they are in the words that generated clients decode")
  void eventsSayWhatTheyAre() {
    event(1, "user_message", "{\"event_id\":\"e\",\"text\":\"Fix\\n  it\"}");
    event(
        2,
        "tool_intent",
        json("tool", "bash", "input", fields("command", "make " + "x".repeat(500))));
    event(
        3,
        "tool_result",
        json("content", List.of(fields("type", "text", "text", "all green")), "exit_code", 0));
    event(4, "tool_intent", json("tool", "edit", "input", fields("path", "a/b.txt")));
    event(5, "tool_intent", json("tool", "browser", "input", fields("action", "click")));
    event(6, "tool_intent", json("tool", "plan", "input", fields("items", List.of())));
    event(7, "status", json("status", "running", "status_detail", "working"));
    event(8, "finished", json("summary", "\ud83d\ude00".repeat(300)));
    event(9, "of_tomorrow", "{\"any\":1}");
    var page = admin.get(path("sessions/%s/events?after=1000".formatted(id))).ok();
    assertThat(page.each("/event_type")).isEqualTo(page.each("/type"));
    assertThat(page.each("/category"))
        .containsExactly(
            "message", "command", "command", "file", "browser", "plan", "status", "message",
            "other");
    assertThat(page.each("/direction"))
        .containsExactly(
            "user", "agent", "system", "agent", "agent", "agent", "system", "agent", "system");
    assertThat(page.each("/event_id"))
        .doesNotHaveDuplicates()
        .allMatch(e -> e.matches("event-[0-9a-f]{32}"));
    var summaries = page.each("/summary");
    assertThat(summaries.get(0)).isEqualTo("Fix it");
    assertThat(summaries.get(1)).startsWith("bash: make xxx").endsWith("\u2026").hasSize(200);
    assertThat(summaries.get(2)).isEqualTo("all green");
    assertThat(summaries.subList(3, 7))
        .containsExactly("edit: a/b.txt", "browser: click", "plan", "running: working");
    assertThat(summaries.get(7).codePointCount(0, summaries.get(7).length())).isEqualTo(200);
    assertThat(summaries.get(8)).isEqualTo("of tomorrow");
  }

  @Test
  @DisplayName("124: one event by its id, with its details, and none of another session")
  void oneEventByItsId() {
    event(1, "user_message", json("event_id", "e", "text", "Fix it"));
    String events = path("sessions/%s/events".formatted(id));
    for (var listed : admin.get(events).ok().at("/items")) {
      var one = admin.get(events + "/" + listed.get("event_id").asString()).ok();
      assertThat(one.at("/details")).isEqualTo(listed.get("data"));
      assertThat(one.at("/seq")).isEqualTo(listed.get("seq"));
    }
    String known = admin.get(events).ok().each("/event_id").getLast();
    String first = id;
    id = session();
    event(1, "user_message", json("event_id", "e", "text", "Of another"));
    String other = path("sessions/%s/events/".formatted(id));
    id = first;
    admin.get(other + known).refused(404, "event_not_found");
    String far = known.substring(0, "event-".length() + 24);
    for (String no : List.of("event-" + "0".repeat(32), far + "00000000", far + "ffffffff", "x")) {
      admin.get(events + "/" + no).refused(404, "event_not_found");
    }
    server
        .as(server.given().key(server.given().organization(), "org_member"))
        .get(events + "/" + known)
        .refused(404, "organization_not_found");
  }

  @Test
  @DisplayName("124: a search is the list of those events in which the text stands")
  void eventsAreSearched() {
    event(1, "user_message", json("event_id", "e", "text", "Fix the Flaky test"));
    event(
        2,
        "tool_result",
        json("content", List.of(fields("type", "text", "text", "ok")), "output", "FLAKY again"));
    event(3, "nudge", json("text", "nothing"));
    event(4, "finished", json("summary", "s", "structured_output", fields("a", List.of("flaky"))));
    String search = path("sessions/%s/events/search".formatted(id));
    var found = admin.get(search + "?q=flaky").ok();
    assertThat(found.each("/seq")).containsExactly("1001", "1002", "1004");
    assertThat(found.at("/has_next_page").booleanValue()).isFalse();
    var first = admin.get(search + "?q=flaky&limit=2").ok();
    assertThat(first.each("/seq")).containsExactly("1001", "1002");
    assertThat(first.at("/has_next_page").booleanValue()).isTrue();
    var rest = admin.get(search + "?q=flaky&limit=2&after=" + first.text("/last_seq")).ok();
    assertThat(rest.each("/seq")).containsExactly("1004");
    assertThat(admin.get(search + "?q=%25").ok().at("/items")).isEmpty();
    admin.get(search).invalid("query.q missing");
    admin
        .get(search + "?q=" + "x".repeat(1025) + "&limit=0")
        .invalid("query.q too_long", "query.limit too_small");
  }

  @Test
  @DisplayName("125: auth_status tells any key's holder that he came in, and nobody else")
  void authStatus() {
    String path = "/v1/auth_status";
    var human = server.given().human(org, "account_admin");
    server
        .given()
        .update("UPDATE human SET email = 'ann@b.example' WHERE user_id = ?", human.value());
    var first = server.as(server.given().legacyKey(human, org)).get(path).ok();
    assertThat(first.body())
        .isEqualTo(
            json(
                "authenticated",
                true,
                "principal_type",
                "pat_user",
                "user_email",
                "ann@b.example"));
    assertThat(first.header("Deprecation")).isNotNull();
    assertThat(server.as(server.given().legacyKey(null, org)).get(path).ok().body())
        .isEqualTo(
            json("authenticated", true, "principal_type", "service_user", "user_email", null));
    assertThat(member.get(path).ok().text("/principal_type")).isEqualTo("service_user");
    assertThat(admin.get(path).ok().text("/principal_type")).isEqualTo("service_user");
    var token = server.as(server.given().personalToken(human)).get(path).ok();
    assertThat(token.text("/user_email")).isEqualTo("ann@b.example");

    server.anonymous().get(path).refused(401, "credentials_missing");
    server.as("apk_user_" + "x".repeat(49)).get(path).refused(401, "credentials_invalid");
    String revoked = server.given().legacyKey(human, org);
    server.given().revoked(revoked);
    server.as(revoked).get(path).refused(401, "credentials_revoked");
  }
}
