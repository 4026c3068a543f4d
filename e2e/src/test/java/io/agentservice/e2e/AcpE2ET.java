package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An editor drives an agent; only the model is a recording. */
@Timeout(300) // several programs start, one after the other
class AcpE2ET {
  private static final String PLAN =
      """
      {"text": "I look first.", "tool_calls": [
        {"name": "plan", "input": {"items": [{"text": "Paint", "status": "doing"}]}},
        {"name": "edit", "input": {"path": "wall", "old_text": "", "new_text": "grün\\n"}}]}\
      """;
  private static final String PUSH =
      """
      {"tool_calls": [{"name": "bash", "input": {"command": "echo pushed >> result; git push || true"}}]}\
      """;
  private static final String PUSH_AND_WAIT =
      """
      {"tool_calls": [{"name": "bash", "input": {"command":
        "echo pushed >> result; git push || true; until [ -e go ]; do sleep 0.1; done; echo to the end >> result"}}]}
      """;
  private static final String ASK =
      """
      {"tool_calls": [{"name": "ask", "input": {"question": "Which colour?"}}]}\
      """;
  private static final String WAIT =
      """
      {"tool_calls": [{"name": "bash", "input": {"command": "echo begun >> result; sleep 3333", "timeout_seconds": 3600}}]}\
      """;
  private static final String FINISH =
      """
      {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}\
      """;

  @TempDir private static Path directory;
  private static CommandLine agent;
  private static CommandLine.Run up;

  private Path shop;
  private Path transcript;
  private CommandLine.Run editor;
  private int asked;

  @BeforeAll
  static void start() throws Exception {
    agent = new CommandLine(directory);
    up = agent.start(Map.of("AGENT_REPLAY_MODELS", "true"), "up", "--port", "0");
    up.await("the service", () -> up.output().contains("Ctrl-C ends"));
  }

  @AfterAll
  static void stop() throws Exception {
    up.process().destroy();
    up.exitCode();
    agent.close();
  }

  @BeforeEach
  void shop() throws IOException {
    shop = Files.createTempDirectory(directory.toRealPath(), "shop");
    transcript = Files.createTempFile(directory, "transcript", ".json");
  }

  @AfterEach
  void leave() throws Exception {
    if (editor.process().isAlive()) {
      editor.process().getOutputStream().close();
      assertThat(editor.exitCode()).as(editor.errors()).isZero();
    }
  }

  /** The editor starts the command; the model plays these turns. */
  private void open(List<String> turns) throws IOException {
    Files.writeString(
        transcript, "{\"name\": \"t\", \"turns\": [%s]}".formatted(String.join(", ", turns)));
    open();
  }

  private void open() throws IOException {
    editor = agent.start("acp", "--model", "replay:" + transcript, "--approvals", "risky");
    asked = 0;
    var said = call("initialize", JsonObject.of("protocolVersion", 1));
    assertThat(said.object("result").number("protocolVersion", 0)).isEqualTo(1);
  }

  private void send(JsonObject message) throws IOException {
    editor.type(message.toJson() + "\n");
  }

  private int ask(String method, JsonObject params) throws IOException {
    asked++;
    send(JsonObject.of("jsonrpc", "2.0", "id", asked, "method", method, "params", params));
    return asked;
  }

  private List<JsonObject> messages() {
    var all = editor.output();
    return all.substring(0, all.lastIndexOf('\n') + 1).lines().map(JsonObject::parse).toList();
  }

  private Optional<JsonObject> answer(int id) {
    return messages().stream()
        .filter(message -> message.text("method") == null && message.number("id", 0) == id)
        .findFirst();
  }

  private JsonObject await(int id) {
    editor.await("answer " + id, () -> answer(id).isPresent());
    return answer(id).orElseThrow();
  }

  private JsonObject call(String method, JsonObject params) throws IOException {
    return await(ask(method, params));
  }

  private String newSession() throws IOException {
    return newSession(List.of());
  }

  private String newSession(List<JsonObject> servers) throws IOException {
    var params = JsonObject.of("cwd", shop.toString(), "mcpServers", servers);
    return call("session/new", params).object("result").required("sessionId");
  }

  private int prompt(String session, String text) throws IOException {
    var block = JsonObject.of("type", "text", "text", text);
    return ask("session/prompt", JsonObject.of("sessionId", session, "prompt", List.of(block)));
  }

  private String stopReason(int prompt) {
    var answer = await(prompt);
    return String.valueOf(answer.object("result").text("stopReason"))
        + answer.object("error").toJson();
  }

  /** What was shown, each by its kind and its text, title or status. */
  private List<String> updates() {
    var shown = new ArrayList<String>();
    for (var message : messages()) {
      var update = message.object("params").object("update");
      if ("session/update".equals(message.text("method"))) {
        var about = update.object("content").text("text");
        about = about == null ? update.text("title") : about;
        about = about == null ? update.text("status") : about;
        shown.add(update.text("sessionUpdate") + " " + about);
      }
    }
    return shown;
  }

  private JsonObject permission() {
    editor.await("the request", () -> requests().size() == 1);
    return requests().getFirst();
  }

  private List<JsonObject> requests() {
    return messages().stream()
        .filter(message -> "session/request_permission".equals(message.text("method")))
        .toList();
  }

  private void decide(JsonObject request, JsonObject outcome) throws IOException {
    var result = JsonObject.of("outcome", outcome);
    send(JsonObject.of("jsonrpc", "2.0", "id", request.number("id", 0), "result", result));
  }

  /** A server of MCP by a shell's means. */
  private JsonObject painter() throws IOException {
    var script = Files.createTempFile(shop, "painter", ".sh");
    Files.writeString(
        script,
        """
        while read -r line; do
          id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([^,}]*\\).*/\\1/p')
          case $line in
            *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"p","version":"1"}}' ;;
            *'"tools/list"'*) result='{"tools":[{"name":"paint","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}]}' ;;
            *'"tools/call"'*) result='{"content":[{"type":"text","text":"painted with '$(printf %s "$PAINT" | tr a-z A-Z)'"}]}' ;;
            *) continue ;;
          esac
          printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
        done
        """);
    return JsonObject.of(
        "name",
        "Painter",
        "command",
        "/bin/sh",
        "args",
        List.of(script.toString()),
        "env",
        List.of(JsonObject.of("name", "PAINT", "value", "lime-and-chalk")));
  }

  @Test
  void anEditorsOwnServerIsOneOfTheSession() throws Exception {
    open(List.of("{\"tool_calls\": [{\"name\": \"mcp__painter__paint\", \"input\": {}}]}", FINISH));
    var old = JsonObject.of("name", "old", "type", "sse", "url", "http://127.0.0.1:1/sse");
    var session = newSession(List.of(painter(), old));
    assertThat(stopReason(prompt(session, "Paint it"))).isEqualTo("end_turn{}");
    assertThat(updates().getFirst()).contains("neither by pipes nor by http", "old");
    assertThat(messages().toString())
        .contains("painted with LIME-AND-CHALK")
        .doesNotContain("lime-and-chalk");
  }

  private void cancel(String session) throws IOException {
    var params = JsonObject.of("sessionId", session);
    send(JsonObject.of("jsonrpc", "2.0", "method", "session/cancel", "params", params));
  }

  private List<String> result() throws IOException {
    var file = shop.resolve("result");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  @Test
  void anEditorSeesWhatTheAgentDoesAllowsItAndComesBackToIt() throws Exception {
    open(List.of(PLAN, PUSH, ASK, FINISH));
    var session = newSession();
    int first = prompt(session, "Paint it grün");

    var request = permission();
    var call = request.object("params").object("toolCall");
    assertThat(call.objects("content").getFirst().object("content").text("text"))
        .contains("git push");
    assertThat(result()).as("not before it is allowed").isEmpty();
    decide(request, JsonObject.of("outcome", "selected", "optionId", "allow"));

    assertThat(stopReason(first)).isEqualTo("end_turn{}");
    assertThat(result()).containsExactly("pushed");
    assertThat(shop.resolve("wall")).hasContent("grün");
    assertThat(updates())
        .containsSubsequence(
            "agent_message_chunk I look first.",
            "plan null",
            "tool_call edit wall",
            "tool_call_update in_progress",
            "tool_call_update completed",
            "tool_call echo pushed >> result; git push || true",
            "tool_call_update in_progress",
            "tool_call_update completed",
            "agent_message_chunk Which colour?")
        .noneMatch(shown -> shown.startsWith("user_message_chunk"));

    leave();
    open();
    var params =
        JsonObject.of("sessionId", session, "cwd", shop.toString(), "mcpServers", List.of());
    assertThat(call("session/load", params).fields()).containsKey("result");
    assertThat(updates())
        .containsSubsequence(
            "user_message_chunk Paint it grün",
            "agent_message_chunk I look first.",
            "agent_message_chunk Which colour?");

    assertThat(stopReason(prompt(session, "blue"))).isEqualTo("end_turn{}");
    assertThat(updates().getLast()).isEqualTo("agent_message_chunk Done.");
  }

  @Test
  void theEditorShowsWhatTheAgentSaysWhileItIsWritten() throws Exception {
    open(
        List.of(
            """
            {"text": "I look at the wall, then I ask.", "delay_millis": 3000, "tool_calls": [
              {"name": "ask", "input": {"question": "Which colour?"}}]}
            """));
    var session = newSession();
    assertThat(stopReason(prompt(session, "Paint it"))).isEqualTo("end_turn{}");

    var said =
        updates().stream()
            .filter(shown -> shown.startsWith("agent_message_chunk "))
            .map(shown -> shown.substring("agent_message_chunk ".length()))
            .toList();
    assertThat(said).hasSizeGreaterThan(3);
    assertThat(String.join("", said)).isEqualTo("I look at the wall, then I ask.\n\nWhich colour?");
  }

  @Test
  void whatIsRejectedIsNotDoneAndTheAgentGoesOn() throws Exception {
    open(List.of(PUSH, FINISH));
    var session = newSession();
    int prompt = prompt(session, "Push it");
    decide(permission(), JsonObject.of("outcome", "selected", "optionId", "reject"));

    assertThat(stopReason(prompt)).isEqualTo("end_turn{}");
    assertThat(result()).isEmpty();
    assertThat(updates()).contains("tool_call_update failed", "agent_message_chunk Done.");
  }

  @Test
  void anEditorThatCannotAskHasNotAllowedAnything() throws Exception {
    open(List.of(PUSH, FINISH));
    var session = newSession();
    int prompt = prompt(session, "Push it");
    var error = JsonObject.of("code", -32601, "message", "no");
    send(JsonObject.of("jsonrpc", "2.0", "id", permission().number("id", 0), "error", error));

    assertThat(stopReason(prompt)).isEqualTo("end_turn{}");
    assertThat(result()).isEmpty();
  }

  @Test
  void aRunningCommandIsCancelledAndTheNextPromptGoesOn() throws Exception {
    open(List.of(WAIT, FINISH));
    var session = newSession();
    int prompt = prompt(session, "Wait");
    editor.await("the command", () -> Files.exists(shop.resolve("result")));

    cancel(session);

    assertThat(stopReason(prompt)).isEqualTo("cancelled{}");
    assertThat(stopReason(prompt(session, "Enough"))).isEqualTo("end_turn{}");
    assertThat(result()).containsExactly("begun");
  }

  @Test
  void aPromptThatAsksForPermissionIsCancelledToo() throws Exception {
    open(List.of(PUSH, FINISH));
    var session = newSession();
    int prompt = prompt(session, "Push it");
    var request = permission();

    cancel(session);
    decide(request, JsonObject.of("outcome", "cancelled"));

    assertThat(stopReason(prompt)).isEqualTo("cancelled{}");
    assertThat(result()).isEmpty();
  }

  @Test
  void whatSomebodyApprovedElsewhereGoesOnThoughTheEditorGivesItsQuestionUp() throws Exception {
    open(List.of(PUSH_AND_WAIT, FINISH));
    var session = newSession();
    int prompt = prompt(session, "Push it");
    var request = permission();
    var approved = agent.start("session", "approve", waiting());
    assertThat(approved.exitCode()).as(approved.errors()).isZero();
    editor.await("the command", () -> Files.exists(shop.resolve("result")));

    decide(request, JsonObject.of("outcome", "cancelled"));
    newSession(); // by then it has been heard
    Files.createFile(shop.resolve("go"));

    assertThat(stopReason(prompt)).isEqualTo("end_turn{}");
    assertThat(result()).containsExactly("pushed", "to the end");
  }

  /** The session that waits for an approval. */
  private String waiting() throws Exception {
    var list = agent.start("session", "list", "--json");
    assertThat(list.exitCode()).as(list.errors()).isZero();
    return JsonObject.parse(list.output()).objects("items").stream()
        .filter(item -> "waiting_for_approval".equals(item.text("status_detail")))
        .map(item -> item.required("session_id"))
        .findFirst()
        .orElseThrow();
  }
}
