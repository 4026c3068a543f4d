package io.agentservice.cli.acp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.testing.OnService;
import io.agentservice.cli.testing.StandInRemote;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code agent acp} as an editor starts it; its remotes connect nowhere, so that no agent begins.
 */
@Timeout(300) // several programs start, one after the other
class AcpOfAServiceIT extends OnService {
  @TempDir private Path place;
  private Path work;
  private StandInRemote remote;
  private AgentClient client;
  private EditorProcess editor;

  @Override
  protected Map<String, String> settings() throws IOException {
    remote = StandInRemote.publish(directory);
    var transcript =
        Files.writeString(directory.resolve("t.json"), "{\"name\": \"t\", \"turns\": []}");
    return Map.of(
        "AGENT_REMOTE_BINARIES",
        remote.binaries(),
        "AGENT_REPLAY_MODELS",
        "true",
        "AGENT_MODEL",
        "replay:" + transcript);
  }

  @BeforeEach
  void begin() throws IOException {
    client = Connection.open(connection().target());
    work = Files.createDirectories(place.resolve("work"));
    editor = editor(environment());
  }

  private EditorProcess editor(Map<String, String> found, String... options) throws IOException {
    var variables = new HashMap<>(found);
    variables.put("AGENT_HOME", place.resolve("home").toString());
    variables.put("AGENT_SANDBOX", "none"); // the stand-in notes its number as it is outside
    variables.put("LC_ALL", "C"); // editors start programs without a locale
    return new EditorProcess(place, variables, options);
  }

  @AfterEach
  void end() {
    editor.close();
    remote.running().forEach(ProcessHandle::destroyForcibly);
    client.close();
  }

  private static long code(JsonObject answer) {
    return answer.object("error").number("code", 0);
  }

  private static String why(JsonObject answer) {
    return answer.object("error").required("message");
  }

  private JsonObject inWork() {
    return JsonObject.of("cwd", work.toString(), "mcpServers", List.of());
  }

  private static JsonObject prompt(String session, String text) {
    var block = JsonObject.of("type", "text", "text", text);
    return JsonObject.of("sessionId", session, "prompt", List.of(block));
  }

  private String newSession() {
    return editor.call("session/new", inWork()).object("result").required("sessionId");
  }

  /** The service's session behind the editor's, once it has begun. */
  private String status(String session) {
    var runs = new Runs(new Home(place.resolve("home")));
    StandInRemote.await("the session", () -> runs.named(session).isPresent());
    var id = runs.named(session).orElseThrow().session();
    var org = Connection.organization(client.self());
    return String.valueOf(client.sessions(org).get(id).standing().status());
  }

  private List<String> outposts() {
    return client.fleet().outposts().stream().map(outpost -> outpost.spec().name()).toList();
  }

  @Test
  void itSaysWhatItCanAndNamesOurVersionWhateverIsWanted() {
    for (long version : new long[] {0, 1, 2, 65_535}) {
      var answer = editor.call("initialize", JsonObject.of("protocolVersion", version));
      var said = answer.object("result");
      assertThat(said.number("protocolVersion", 0)).isEqualTo(1);
      var can = said.object("agentCapabilities");
      assertThat(can.isTrue("loadSession")).isTrue();
      assertThat(can.object("promptCapabilities").isTrue("embeddedContext")).isTrue();
      assertThat(can.object("promptCapabilities").isTrue("image")).isFalse();
      assertThat(said.object("agentInfo").text("version")).matches("\\d+\\..*");
    }
    for (var other : new Object[] {-1, 65_536, 1.5, "1", true, List.of(), Map.of()}) {
      var answer = editor.call("initialize", JsonObject.of("protocolVersion", other));
      assertThat(code(answer)).as("%s", other).isEqualTo(Refusal.PARAMS);
    }
    assertThat(code(editor.call("initialize", JsonObject.of()))).isEqualTo(Refusal.PARAMS);
  }

  @Test
  void whatIsNoMessageIsRefusedAndItGoesOn() {
    var lines =
        List.of(
            "hello",
            "{\"a\":",
            "[]",
            "7",
            "{}",
            "{\"jsonrpc\":\"1.0\",\"id\":77,\"method\":\"x\"}");
    lines.forEach(editor::type);
    editor.type("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"initialize\"}");
    editor.type("x".repeat((16 << 20) + 1));
    editor.type("");
    var answers = editor.await("all refusals", 8);

    assertThat(answers)
        .extracting(AcpOfAServiceIT::code)
        .containsExactly(
            (long) Refusal.NO_JSON,
            (long) Refusal.NO_JSON,
            (long) Refusal.NO_REQUEST,
            (long) Refusal.NO_JSON,
            (long) Refusal.NO_REQUEST,
            (long) Refusal.NO_REQUEST,
            (long) Refusal.NO_REQUEST,
            (long) Refusal.NO_REQUEST);
    assertThat(editor.call("initialize", JsonObject.of("protocolVersion", 1)).fields())
        .containsKey("result");
  }

  @Test
  void unknownMethodsAreRefusedUnknownNoticesAndAnswersPassedOver() {
    editor.type("{\"jsonrpc\":\"2.0\",\"method\":\"x/y\"}");
    editor.type("{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":[]}");
    editor.type("{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":7}}");
    editor.type("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
    editor.type("{\"jsonrpc\":\"2.0\",\"id\":\"ü\",\"method\":\"x/y\"}");
    var answers = editor.await("the refusal", 1);

    assertThat(answers).hasSize(1);
    assertThat(code(answers.getFirst())).isEqualTo(Refusal.NO_METHOD);
    assertThat(answers.getFirst().text("id")).isEqualTo("ü");
  }

  @Test
  void parametersOfOtherKindsAreRefused() {
    for (var cwd : new Object[] {7, "", ".", "work", place + "/nowhere", "a\0b", List.of()}) {
      var params = JsonObject.of("cwd", cwd, "mcpServers", List.of());
      assertThat(code(editor.call("session/new", params))).as("%s", cwd).isEqualTo(Refusal.PARAMS);
    }
    for (var servers : new Object[] {7, "x", Map.of(), List.of(7), List.of(Map.of())}) {
      var params = JsonObject.of("cwd", work.toString(), "mcpServers", servers);
      assertThat(code(editor.call("session/new", params))).isEqualTo(Refusal.PARAMS);
    }
    assertThat(code(editor.call("authenticate", JsonObject.of("methodId", "x"))))
        .isEqualTo(Refusal.PARAMS);
    assertThat(code(editor.call("session/prompt", prompt("run-00000000", "x"))))
        .isEqualTo(Refusal.UNKNOWN);
    var session = newSession();
    var noBlocks = JsonObject.of("sessionId", session, "prompt", "mend it");
    assertThat(code(editor.call("session/prompt", noBlocks))).isEqualTo(Refusal.PARAMS);
    assertThat(code(editor.call("session/prompt", prompt(session, " ")))).isEqualTo(Refusal.PARAMS);
    for (var name : new String[] {"run-00000000", "agent-" + "0".repeat(32), "", "../x"}) {
      var params =
          JsonObject.of("sessionId", name, "cwd", work.toString(), "mcpServers", List.of());
      assertThat(code(editor.call("session/load", params))).as(name).isEqualTo(Refusal.UNKNOWN);
    }
  }

  @Test
  void whoIsLoggedInNeedsNothingMore() {
    var answer = editor.call("authenticate", JsonObject.of("methodId", "agent-login"));
    assertThat(answer.fields()).containsKey("result");
  }

  @Test
  void withoutAKeyOrWithAWrongOneItSaysHowToLogIn() throws IOException {
    var url = environment().get("AGENT_API_URL");
    for (var found : List.of(Map.of("AGENT_API_URL", url), with(url, "agt_wrong"))) {
      try (var other = editor(found)) {
        assertThat(other.call("initialize", JsonObject.of("protocolVersion", 1)).fields())
            .containsKey("result");
        for (var answer :
            List.of(
                other.call("session/new", inWork()),
                other.call("authenticate", JsonObject.of("methodId", "agent-login")))) {
          assertThat(code(answer)).isEqualTo(Refusal.LOGIN);
          assertThat(why(answer)).contains("; hint: ").doesNotContain("agt_wrong");
        }
      }
    }
  }

  @Test
  void aKeyThatIsLoggedInLaterTakesThePlaceOfOneThatIsRefused() throws IOException {
    var url = URI.create(environment().get("AGENT_API_URL"));
    var home = new Home(place.resolve("home"));
    home.write(home.credentials().with(url, "agt_wrong"));
    try (var other = editor(Map.of("AGENT_API_URL", url.toString()))) {
      other.call("initialize", JsonObject.of("protocolVersion", 1));
      assertThat(code(other.call("session/new", inWork()))).isEqualTo(Refusal.LOGIN);

      home.write(home.credentials().with(url, environment().get("AGENT_API_KEY")));
      var login = JsonObject.of("methodId", "agent-login");
      assertThat(other.call("authenticate", login).fields()).containsKey("result");
      assertThat(other.call("session/new", inWork()).fields()).containsKey("result");
    }
  }

  private static Map<String, String> with(String url, String key) {
    return Map.of("AGENT_API_URL", url, "AGENT_API_KEY", key);
  }

  @Test
  void aServiceThatIsAwayIsAnErrorAndItGoesOn() throws Exception {
    try (var other = editor(with("http://127.0.0.1:1", "agt_x"))) {
      var answer = other.call("session/new", inWork());
      assertThat(code(answer)).isEqualTo(Refusal.FAILED);
      assertThat(why(answer)).contains("No answer from http://127.0.0.1:1", "; hint: ");
      assertThat(other.call("initialize", JsonObject.of("protocolVersion", 1)).fields())
          .containsKey("result");
      assertThat(other.leave()).isZero();
    }
  }

  @Test
  void aPromptBeginsASessionInTheDirectoryAndIsCancelledBeforeItsAgentBegins() throws Exception {
    var session = newSession();
    int asked = editor.ask("session/prompt", prompt(session, "mend it"));
    remote.awaitRunning(1);
    assertThat(status(session)).isIn("new", "claimed");
    assertThat(code(editor.call("session/prompt", prompt(session, "more"))))
        .as("one at a time")
        .isEqualTo(Refusal.NO_REQUEST);

    editor.type(
        JsonObject.of(
                "jsonrpc",
                "2.0",
                "method",
                "session/cancel",
                "params",
                JsonObject.of("sessionId", session))
            .toJson());

    assertThat(editor.await(asked).object("result").text("stopReason")).isEqualTo("cancelled");
    assertThat(status(session)).as("nothing begins later").isEqualTo("suspended");
    assertThat(outposts()).contains(session);
    assertThat(editor.leave()).isZero();
    assertThat(outposts()).doesNotContain(session);
    remote.awaitRunning(0);
  }

  @Test
  void whoLeavesInAPromptLeavesNothingRunning() throws Exception {
    var session = newSession();
    editor.ask("session/prompt", prompt(session, "mend it"));
    remote.awaitRunning(1);

    assertThat(editor.leave()).isZero();

    remote.awaitRunning(0);
    assertThat(outposts()).doesNotContain(session);
    assertThat(status(session)).isEqualTo("suspended");
  }

  @Test
  void aSignalEndsItAsTheEndOfItsInputDoes() throws Exception {
    var session = newSession();
    editor.ask("session/prompt", prompt(session, "mend it"));
    remote.awaitRunning(1);

    editor.command().signal("TERM");

    assertThat(editor.command().exitCode()).isEqualTo(143);
    remote.awaitRunning(0);
    assertThat(outposts()).doesNotContain(session);
  }

  @Test
  void aClosedSessionIsGoneAndOthersStay() {
    var first = newSession();
    var second = newSession();
    assertThat(editor.call("session/close", JsonObject.of("sessionId", first)).fields())
        .containsKey("result");
    assertThat(code(editor.call("session/close", JsonObject.of("sessionId", first))))
        .isEqualTo(Refusal.UNKNOWN);
    assertThat(editor.call("session/close", JsonObject.of("sessionId", second)).fields())
        .containsKey("result");
  }

  @Test
  void fiftySessionsAreOpenAtMost() {
    for (int i = 0; i < 50; i++) {
      newSession();
    }
    var answer = editor.call("session/new", inWork());
    assertThat(code(answer)).isEqualTo(Refusal.FAILED);
    assertThat(why(answer)).contains("close one of them");
  }
}
