package io.agentservice.e2e.forge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.client.http.Query;
import io.agentservice.e2e.Installation;
import io.agentservice.e2e.RecordedTask;
import io.agentservice.wire.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that need what an organization has: its notes, the index of its repositories, its MCP
 * servers, its secrets, its people and its other agents. Server, worker, remote and every tool are
 * real.
 */
@Tag("long")
@Tag("recorded")
@Timeout(300) // several programs start, one after the other
class OrganizationE2ET {
  private static final String RULES =
      "<html><body><h1>Rules</h1><p>Greet in capitals.</p></body></html>";
  private static final String SCHEMA =
      """
      {"type": "object", "required": ["sign", "closed"],
       "properties": {"sign": {"type": "string"}, "closed": {"type": "array", "items": {"type": "integer"}}}}
      """;

  @TempDir private Path directory;
  private Installation installation;
  private CodeHost host;
  private HttpServer site;

  @BeforeEach
  void start() throws Exception {
    host = new CodeHost(directory.resolve("host"));
    host.repository("acme/shop", "sign.txt", "Hello is the greeting of the shop\n");
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/rules",
        exchange -> {
          var body = RULES.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    site.start();
    installation =
        Installation.start(
            directory,
            Map.of("AGENT_FETCH_PRIVATE_HOSTS", "127.0.0.1", "AGENT_INDEX_POLL_SECONDS", "1"));
    for (int i = 1; i <= 2; i++) {
      installation.startWorker("worker-" + i, directory.resolve("worker-" + i));
    }
  }

  @AfterEach
  void stop() {
    installation.close();
    host.close();
    site.stop(0);
  }

  @Test
  void whatTheOrganizationKnowsHasAndSaysIsUsedInOneTask() throws Exception {
    var python = new ProcessBuilder("sh", "-c", "command -v python3").start().waitFor();
    assumeTrue(python == 0, "python3 is not installed here: install it");
    indexTheRepository();
    var note = add("knowledge/notes", "name", "Signs", "trigger", "signs", "body", longNote());
    add(
        "secrets",
        "key",
        "SHOP_LOGIN",
        "type",
        "totp",
        "value",
        "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    add(
        "mcp-servers",
        "name",
        "tracker",
        "transport",
        "stdio",
        "command",
        "python3",
        "args",
        List.of(RecordedTask.file("tracker.py").toString()));
    var id =
        session(
            RecordedTask.named("organization")
                .replace("NOTE_ID", note.required("note_id"))
                .replace("PORT", String.valueOf(site.getAddress().getPort())),
            JsonObject.parse(SCHEMA));

    installation.awaitStatus(id, "running", "waiting_for_user");
    installation.client().sessions(installation.org()).message(id, "Welcome");
    installation.awaitStatus(id, "running", "finished");

    assertThat(data(id, "divergence")).isEmpty();
    assertThat(data(id, "tool_result")).noneMatch(result -> result.isTrue("error"));
    assertThat(installation.work().resolve("sign.txt")).hasContent("WELCOME\n");
    assertThat(installation.work().resolve("tracker.log")).hasContent("close_issue 7\n");
    assertThat(installation.session(id).object("structured_output").toJson())
        .isEqualTo(JsonObject.of("sign", "WELCOME", "closed", List.of(7)).toJson());
    assertThat(codes(id)).as("a code of six digits, and not what it is made of").hasSize(1);
    assertThat(installation.events(id).toString()).doesNotContain("GEZDGNBVGY3TQOJQ");
  }

  @Test
  void anAgentAnswersTheOneThatItHasStartedAndEndsIt() throws Exception {
    var id = session(RecordedTask.named("helper"), null);

    installation.awaitStatus(id, "running", "finished");

    assertThat(data(id, "divergence")).isEmpty();
    assertThat(data(id, "tool_result")).noneMatch(result -> result.isTrue("error"));
    assertThat(installation.work().resolve("notice.txt")).hasContent("Closed on Monday\n");
    assertThat(installation.session(id).list("child_session_ids"))
        .singleElement()
        .satisfies(child -> {
          assertThat(data(child.toString(), "divergence")).isEmpty();
          assertThat(installation.session(child.toString()).text("status")).isEqualTo("exit");
        });
  }

  /** Too long for the first message. */
  private static String longNote() {
    return "Signs are short.\n" + "There is more to say. ".repeat(2000) + "The end of the note.";
  }

  private JsonObject add(String to, Object... members) {
    return installation
        .client()
        .post("/v3/organizations/%s/%s".formatted(installation.org(), to), JsonObject.of(members));
  }

  private void indexTheRepository() {
    var client = installation.client();
    var connection =
        client.post(
            "/v3/enterprise/git-providers/connections",
            JsonObject.of(
                "git_provider_type", "github_token", "host", host.host(), "token", CodeHost.TOKEN));
    put(
        "/v3/enterprise/organizations/%s/git-providers/permissions",
        """
        {"permissions": [{"git_connection_id": "%s", "group_prefix": "acme"}]}
        """
            .formatted(connection.required("git_connection_id")));
    var indexing = "/v3beta1/organizations/%s/repositories/acme/shop/indexing";
    put(indexing, "{\"branch_names\": [\"main\"]}");
    installation.await(
        "the index",
        () ->
            !client
                .get(indexing.formatted(installation.org()), Query.NONE)
                .objects("latest_indexes")
                .isEmpty());
  }

  private void put(String path, String body) {
    var answer =
        installation.client().request("PUT", path.formatted(installation.org()), Query.NONE, body);
    assertThat(answer.status()).as(path).isEqualTo(200);
  }

  private String session(String transcript, JsonObject schema) throws Exception {
    var file = Files.writeString(directory.resolve("transcript.json"), transcript);
    return installation
        .client()
        .sessions(installation.org())
        .create(
            JsonObject.of(
                "prompt",
                JsonObject.parse(transcript).required("prompt"),
                "title",
                "A task of the organization",
                "structured_output_schema",
                schema,
                "model",
                "replay:" + file),
            null)
        .id();
  }

  private List<JsonObject> data(String session, String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  /** Results that are a code and nothing else. */
  private List<String> codes(String session) {
    return data(session, "tool_result").stream()
        .map(JsonObject::toJson)
        .filter(json -> json.matches("(?s).*\"text\":\"[0-9]{6}\".*"))
        .toList();
  }
}
