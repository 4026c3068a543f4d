package io.agentservice.server.web.mcp;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as an MCP server. */
class ServedMcpIT extends OnOrganization {
  @AutoClose private final HttpClient http = HttpClient.newHttpClient();
  private String key;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_CORS_ORIGINS", "https://friend.example");
  }

  @BeforeEach
  void aKey() {
    key = server.given().key(org, "org_member");
  }

  private HttpResponse<String> send(String method, String body, String... headers)
      throws Exception {
    return sendTo("/mcp", method, body, headers);
  }

  private HttpResponse<String> sendTo(String path, String method, String body, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .timeout(Duration.ofSeconds(70))
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private JsonNode ask(String method, String params) throws Exception {
    return askAs(key, method, params);
  }

  private JsonNode askAs(String as, String method, String params) throws Exception {
    var answer =
        send(
            "POST",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}"
                .formatted(method, params),
            "Authorization",
            "Bearer " + as,
            "Content-Type",
            "application/json",
            "Accept-Encoding",
            "gzip");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    var message = JsonMapper.shared().readTree(answer.body());
    assertThat(message.path("id").asInt()).isEqualTo(7);
    return message;
  }

  private JsonNode call(String tool, String arguments) throws Exception {
    return ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments))
        .path("result");
  }

  @Test
  void itSaysWhoItIsAndWhatItHas() throws Exception {
    var hello = ask("initialize", "{\"protocolVersion\":\"2025-03-26\"}").path("result");
    assertThat(hello.path("protocolVersion").asString()).isEqualTo("2025-03-26");
    assertThat(hello.path("serverInfo").path("name").asString()).isEqualTo("agent-service");
    assertThat(
            ask("initialize", "{\"protocolVersion\":\"1\"}")
                .path("result")
                .path("protocolVersion")
                .asString())
        .isEqualTo("2025-11-25");
    var names = new ArrayList<String>();
    ask("tools/list", "{}")
        .path("result")
        .path("tools")
        .forEach(tool -> names.add(tool.path("name").asString()));
    assertThat(names).contains("start_session", "wait_for_session", "list_playbooks");
    assertThat(ask("ping", "{}").path("result").isObject()).isTrue();
    assertThat(ask("resources/list", "{}").path("error").path("code").asInt()).isEqualTo(-32601);
  }

  @Test
  void aSessionIsStartedReadAnsweredAndListed() throws Exception {
    var started = call("start_session", json("prompt", "Fix it", "title", "From afar"));
    assertThat(started.path("isError").asBoolean()).isFalse();
    String id = started.path("structuredContent").path("session_id").asString();
    assertThat(member.get(path("sessions/" + id)).ok().text("/title")).isEqualTo("From afar");
    assertThat(
            call("message_session", json("session_id", id, "message", "And test it"))
                .path("isError")
                .asBoolean())
        .isFalse();
    assertThat(call("read_session", json("session_id", id)).toString())
        .contains("Fix it", "And test it");
    assertThat(call("list_sessions", "{}").path("structuredContent").path("items").size())
        .isEqualTo(1);
    assertThat(
            call("wait_for_session", json("session_id", id, "seconds", 1))
                .path("structuredContent")
                .path("status")
                .asString())
        .isEqualTo("new");
  }

  @Test
  void aWaitEndsWhenTheSessionDoesNotWorkAnyMore() throws Exception {
    String id = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    member.delete(path("sessions/" + id)).ok();
    assertThat(
            call("wait_for_session", json("session_id", id))
                .path("structuredContent")
                .path("status")
                .asString())
        .isEqualTo("exit");
  }

  @Test
  void knowledgePlaybooksAndSchedulesAreReadAndWritten() throws Exception {
    String note =
        call("create_note", json("name", "Tabs", "body", "Use them", "trigger", "always"))
            .path("structuredContent")
            .path("note_id")
            .asString();
    assertThat(call("get_note", json("note_id", note)).toString()).contains("Use them");
    assertThat(call("list_knowledge", json("search", "nothing")).toString())
        .doesNotContain("Use them");
    member.post(path("playbooks"), json("title", "Release", "body", "Bump it")).ok();
    assertThat(call("list_playbooks", "{}").toString()).contains("Release");
    String schedule =
        call("create_schedule", json("prompt", "Look", "cron_schedule", "0 9 * * *"))
            .path("structuredContent")
            .path("schedule_id")
            .asString();
    assertThat(call("list_schedules", "{}").toString()).contains(schedule);
    call("delete_schedule", json("schedule_id", schedule));
    member.get(path("schedules/" + schedule)).refused(404, "schedule_not_found");
  }

  @Test
  void theCallersPermissionsHoldAndWritesAreHis() throws Exception {
    String viewer = server.given().key(org, "org_viewer");
    var refused =
        askAs(viewer, "tools/call", "{\"name\":\"start_session\",\"arguments\":{\"prompt\":\"p\"}}")
            .path("result");
    assertThat(refused.path("isError").asBoolean()).isTrue();
    assertThat(refused.toString()).contains("permission_denied");
    call("start_session", json("prompt", "mine"));
    assertThat(
            server
                .given()
                .text(
                    "SELECT count(*)::text FROM audit_log WHERE action = 'create_session' AND org_id = '%s' AND service_user_id IS NOT NULL"
                        .formatted(org)))
        .isEqualTo("1");
  }

  @Test
  void anotherOrganizationIsNotReached() throws Exception {
    var other = server.given().organization();
    assertThat(call("list_sessions", json("org_id", other.value())).path("isError").asBoolean())
        .isTrue();
    assertThat(call("get_session", json("session_id", "../../../self")).toString())
        .contains("session_not_found");
    assertThat(call("get_session", json("session_id", "x/messages")).path("isError").asBoolean())
        .isTrue();
  }

  @Test
  void whoHasNoKeyIsToldSoAndACookieIsNone() throws Exception {
    String hello = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    var refused = send("POST", hello);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(send("POST", hello, "Authorization", "Bearer agt_no").statusCode()).isEqualTo(401);
    String form = "application/x-www-form-urlencoded";
    var signedIn = sendTo("/login", "POST", "key=" + key, "Content-Type", form);
    String cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
    assertThat(sendTo("/v3/self", "GET", "", "Cookie", cookie).statusCode()).isEqualTo(200);
    assertThat(send("POST", hello, "Cookie", cookie).statusCode()).isEqualTo(401);
  }

  /** Its name may lead here (DNS rebinding), and then the request has that name as its host. */
  @Test
  void aPageOfAnotherOriginIsRefusedEvenWithAKey() throws Exception {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    String key = "Bearer " + this.key;
    for (String origin : List.of("https://evil.example", "null", server.address() + "0")) {
      var refused = send("POST", ping, "Authorization", key, "Origin", origin);
      assertThat(refused.statusCode()).as(origin).isEqualTo(403);
      assertThat(refused.body()).contains("pages of this origin may not ask");
    }
    assertThat(send("POST", ping, "Authorization", key, "Origin", server.address()).statusCode())
        .isEqualTo(200);
    assertThat(
            send("POST", ping, "Authorization", key, "Origin", "https://friend.example")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void aVersionThatIsNotSpokenIsRefused() throws Exception {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    String key = "Bearer " + this.key;
    String version = "MCP-Protocol-Version";
    assertThat(send("POST", ping, "Authorization", key, version, "1999-01-01").statusCode())
        .isEqualTo(400);
    assertThat(send("POST", ping, "Authorization", key, version, "2025-06-18").statusCode())
        .isEqualTo(200);
  }

  @Test
  void whatIsNoMessageIsToldSo() throws Exception {
    String[] mine = {"Authorization", "Bearer " + key};
    assertThat(send("POST", "nonsense", mine).body()).contains("-32700");
    assertThat(send("POST", "[]", mine).statusCode()).isEqualTo(400);
    assertThat(send("POST", "{\"id\":1}", mine).body()).contains("-32600");
    assertThat(
            send("POST", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", mine)
                .statusCode())
        .isEqualTo(202);
    assertThat(send("GET", "", mine).statusCode()).isEqualTo(405);
    var tooLong = send("POST", " ".repeat((4 << 20) + 1), mine);
    assertThat(tooLong.statusCode()).isEqualTo(413);
    assertThat(tooLong.body()).contains("more than 4,194,304 bytes");
    var missing = ask("tools/call", "{\"name\":\"get_session\",\"arguments\":{}}").path("error");
    assertThat(missing.path("message").asString()).isEqualTo("session_id is missing");
    assertThat(
            ask(
                    "tools/call",
                    "{\"name\":\"get_session\",\"arguments\":{\"session_id\":\"a\",\"b\":1}}")
                .path("error")
                .path("message")
                .asString())
        .isEqualTo("get_session has no b");
    assertThat(ask("tools/call", "{\"name\":\"rm\"}").path("error").path("code").asInt())
        .isEqualTo(-32602);
  }

  @Test
  void theAddressMayNameTheOrganization() throws Exception {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"list_sessions\"}}";
    var answer =
        http.send(
            HttpRequest.newBuilder(URI.create(server.address() + "/mcp?org_id=" + org))
                .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.body()).contains("\"isError\":false");
  }

  @Test
  void theSameRequestTwiceStartsOneSession() throws Exception {
    String start =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_session","arguments":{"prompt":"p"}}}
        """;
    var once = new ArrayList<String>();
    for (int i = 0; i < 2; i++) {
      var answer =
          send("POST", start, "Authorization", "Bearer " + key, "Idempotency-Key", "one-task");
      var result = JsonMapper.shared().readTree(answer.body()).path("result");
      assertThat(result.path("isError").asBoolean(true)).as(answer.body()).isFalse();
      once.add(result.path("structuredContent").path("session_id").asString(""));
    }

    assertThat(once.getFirst()).startsWith("agent-").isEqualTo(once.getLast());
    assertThat(server.as(key).get(path("sessions")).ok().each("/session_id")).hasSize(1);
  }

  /** One of two answers that differ by one character is cut within a pair of halves. */
  @Test
  void aLongAnswerIsCutBetweenCharacters() throws Exception {
    var member = server.as(key);
    for (String name : List.of("n", "nn")) {
      var made =
          member
              .post(
                  path("knowledge/notes"),
                  json("name", name, "trigger", "t", "body", "\ud83d\ude00".repeat(120_000)))
              .ok();
      var shown = call("get_note", json("note_id", made.text("/note_id")));
      String text = shown.path("content").path(0).path("text").asString("");
      assertThat(text.substring(text.length() - 40))
          .endsWith("\ud83d\ude00 [cut here; ask for less]");
    }
  }
}
