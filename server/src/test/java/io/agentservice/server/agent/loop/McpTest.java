package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.McpServer;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.HttpMcpServer;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.agent.loop.mcp.StdioServer;
import io.agentservice.server.agent.loop.mcp.tokens.Grant;
import io.agentservice.server.agent.loop.mcp.tokens.TokenService;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.engine.approvals.ApprovalMode;
import io.agentservice.server.engine.approvals.ApprovalPolicy;
import io.agentservice.server.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools of MCP servers: real programs and real HTTP, good ones and others. */
@Timeout(200)
class McpTest extends LoopScene {
  private static final String ECHO = "mcp__files__echo";
  private static final String HELLO = json("text", "hello");

  @AutoClose private final HttpMcpServer http = new HttpMcpServer();
  private final List<McpEndpoint> endpoints = new ArrayList<>();

  McpTest() throws IOException {}

  @BeforeEach
  void go() {
    has(Set.of("127.0.0.1"));
    session.send("go");
  }

  private void has(Set<String> trusted) {
    session.mcp =
        new McpAccess(
            () -> List.copyOf(endpoints),
            new OutsideHttp(new OutsideHosts(trusted, "AGENT_MCP_PRIVATE_HOSTS")));
  }

  private void stdio(String mode) {
    endpoints.add(StdioServer.endpoint("files", List.of(), mode));
  }

  private void tracker() {
    endpoints.add(http.endpoint("tracker", "swordfish"));
  }

  private void end(Script script) throws InterruptedException {
    start(script.say("done"));
    session.await(LoopEvent.Waiting.class);
  }

  private McpServer standing(String server) {
    return session.events(McpServer.class).stream()
        .filter(one -> one.server().equals(server) && one.standing() != McpStanding.STARTING)
        .findFirst()
        .orElseThrow();
  }

  private List<String> lines(String file) throws IOException {
    var path = directory.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  @Test
  void aProgramOnTheMachineAnswersAndItsToolsStandInTheLog() throws Exception {
    stdio("good");
    end(new Script().call(ECHO, HELLO).call(ECHO, json("text", "again")));
    assertThat(standing("files").tools()).extracting(McpTool::name).contains(ECHO);
    assertThat(resultText(0)).isEqualTo("hello");
    assertThat(resultText(1)).isEqualTo("again");
    assertThat(lines("starts")).hasSize(1);
  }

  @Test
  void itGetsNothingOfTheEnvironmentButWhatItMayHave() throws Exception {
    machine = new LocalMachine(directory, Map.of("TOKEN", "swordfish-1", "OTHER", "hidden"));
    session.redactor = Redactor.of(Map.of("TOKEN", "swordfish-1"));
    endpoints.add(StdioServer.endpoint("files", List.of("TOKEN"), "good"));
    end(new Script().call("mcp__files__environment", "{}"));
    assertThat(resultText(0))
        .contains("PATH", "TOKEN", "[secret:TOKEN]")
        .doesNotContain("OTHER", "swordfish-1");
  }

  @Test
  void picturesAreTakenAndLongTextsLoseTheirMiddle() throws Exception {
    stdio("good");
    end(new Script().call("mcp__files__picture", "{}").call("mcp__files__long", "{}"));
    assertThat(session.events(LoopEvent.ToolResult.class).getFirst().content())
        .containsExactly(new Part.Image("image/png", "iVBORw0KGgo="));
    assertThat(resultText(1)).contains("characters left out here").endsWith("the end");
    assertThat(resultText(1).length()).isLessThan(10_200);
  }

  @Test
  void aServerThatLiesOrIsDeadIsLeftOutAndTheSessionGoesOn() throws Exception {
    endpoints.add(StdioServer.endpoint("lying", List.of(), "lying"));
    endpoints.add(StdioServer.endpoint("dead", List.of(), "dead"));
    stdio("good");
    end(new Script().call(ECHO, HELLO));
    assertThat(standing("lying").reason())
        .isEqualTo("the schema of its tool bad is not of type object");
    assertThat(standing("lying").tools()).isEmpty();
    assertThat(standing("dead").reason()).contains("has ended", "no such database");
    assertThat(resultText(0)).isEqualTo("hello");
  }

  @Test
  void aServerThatDiesInACallIsToldOfAndStartedAnewForTheNext() throws Exception {
    stdio("good");
    end(new Script().call("mcp__files__die", "{}").call(ECHO, HELLO));
    assertThat(resultText(0)).contains("has ended", "division by zero", "[outcome unknown]");
    assertThat(resultText(1)).isEqualTo("hello");
    assertThat(lines("starts")).hasSize(2);
    assertThat(lines("calls")).containsExactly("die", "echo");
  }

  @Test
  void aCallThatHangsEndsAndIsNotMadeAgain() throws Exception {
    stdio("good");
    end(new Script().call("mcp__files__slow", "{}"));
    assertThat(resultText(0)).contains("did not answer within 15 s", "[outcome unknown]");
    assertThat(lines("calls")).containsExactly("slow");
  }

  @Test
  void aServerThatFloodsIsStopped() throws Exception {
    stdio("good");
    end(new Script().call("mcp__files__flood", "{}").call(ECHO, HELLO));
    assertThat(resultText(0)).contains("it was stopped, for it wrote more than");
    assertThat(resultText(1)).isEqualTo("hello");
  }

  @Test
  void aCrashInACallIsToldOfAndTheCallIsNotMadeTwice() throws Exception {
    stdio("good");
    var script = new Script().call("mcp__files__slow", "{}").call(ECHO, HELLO).say("done");
    start(script);
    Await.until(() -> !callsOf().isEmpty());
    start(script);
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("[outcome unknown]");
    assertThat(resultText(1)).isEqualTo("hello");
    assertThat(lines("calls")).containsExactly("slow", "echo");
    assertThat(session.events(McpServer.class).stream().filter(one -> !one.tools().isEmpty()))
        .hasSize(1);
  }

  private List<String> callsOf() {
    try {
      return lines("calls");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aServerOfHttpIsGivenItsSecretWhichNobodySees() throws Exception {
    tracker();
    end(new Script().call("mcp__tracker__create_issue", "{}"));
    assertThat(http.keys).contains("Bearer swordfish").doesNotContain((String) null);
    assertThat(resultText(0)).isEqualTo("made by Bearer [secret:tracker Authorization] 1");
    assertThat(session.events().toString()).doesNotContain("swordfish");
  }

  @Test
  void anAnswerMayComeAsAStreamThatStaysOpen() throws Exception {
    http.streams = true;
    tracker();
    end(new Script().call("mcp__tracker__create_issue", "{}"));
    assertThat(resultText(0)).startsWith("made by");
    assertThat(standing("tracker").tools())
        .extracting(McpTool::tool)
        .containsExactly("create issue", "get");
  }

  @Test
  void aSessionThatTheServerHasForgottenIsBegunAnewAndTheCallMadeOnce() throws Exception {
    tracker();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            http.forgetSessions();
          }
        };
    end(new Script().call("mcp__tracker__create_issue", "{}"));
    assertThat(resultText(0)).startsWith("made by");
    assertThat(http.asked)
        .containsExactly(
            "initialize",
            "notifications/initialized",
            "tools/list",
            "tools/list",
            "initialize",
            "notifications/initialized",
            "tools/call create issue");
  }

  @Test
  void aBrokenConnectionLeavesTheOutcomeOpenAndIsNotTriedAgain() throws Exception {
    tracker();
    session.afterAppend = event -> http.breaks |= event instanceof LoopEvent.ToolIntent;
    end(new Script().call("mcp__tracker__create_issue", "{}"));
    assertThat(resultText(0)).contains("the connection broke", "[outcome unknown]");
    assertThat(http.asked.stream().filter(one -> one.startsWith("tools/call"))).hasSize(1);
  }

  @Test
  void anAddressThatIsNotPublicIsNotAskedUnlessTheInstallationTrustsIt() throws Exception {
    has(Set.of());
    tracker();
    endpoints.add(
        new McpEndpoint(
            "named",
            new McpEndpoint.Http(
                java.net.URI.create(http.url().toString().replace("127.0.0.1", "localhost")),
                List.of(),
                null),
            null));
    end(new Script());
    assertThat(standing("tracker").reason()).contains("an address that is not public");
    assertThat(standing("named").reason()).contains("an address that is not public");
    assertThat(http.keys).isEmpty();
  }

  private void withAccount(TokenService tokens) {
    var grant = new Grant("us", "swordfish", tokens.url(), null, _ -> true);
    endpoints.add(
        new McpEndpoint("tracker", new McpEndpoint.Http(http.url(), List.of(), grant), null));
  }

  @Test
  void aServerThatWantsTokensGetsThemAndNeitherSecretNorTokenIsInTheLog() throws Exception {
    try (var tokens = new TokenService()) {
      http.tells = true;
      withAccount(tokens);
      end(new Script().call("mcp__tracker__create_issue", "{}"));
      assertThat(http.keys).containsOnly("Bearer token-1");
      assertThat(resultText(0)).contains("made by Bearer [secret:").doesNotContain("token-1");
      assertThat(standing("tracker").tools().toString()).doesNotContain("token-1");
    }
  }

  @Test
  void aTokenThatIsRefusedIsReplacedOnceInTheSameCall() throws Exception {
    try (var tokens = new TokenService()) {
      http.wants = "Bearer token-2";
      withAccount(tokens);
      end(new Script().call("mcp__tracker__create_issue", "{}"));
      assertThat(tokens.asked).hasSize(2);
      assertThat(resultText(0)).startsWith("made by");
      assertThat(http.asked).filteredOn("tools/call create issue"::equals).hasSize(1);
    }
  }

  @Test
  void aServerWhoseTokensAreNotToBeHadIsLeftOut() throws Exception {
    try (var tokens = new TokenService()) {
      tokens.refuses = "invalid_client";
      withAccount(tokens);
      end(new Script());
      assertThat(standing("tracker").reason())
          .startsWith("its token service refuses us: invalid_client")
          .doesNotContain("swordfish");
      assertThat(http.keys).isEmpty();
    }
  }

  @Test
  void callsThatMayChangeSomethingAreAskedAndReadingOnesAreNot() throws Exception {
    session.approvals = new ApprovalPolicy(ApprovalMode.RISKY, List.of());
    tracker();
    start(
        new Script()
            .call("mcp__tracker__get", "{}")
            .call("mcp__tracker__create_issue", "{}")
            .say("done"));
    Await.until(() -> !session.events(LoopEvent.ApprovalRequested.class).isEmpty());
    assertThat(session.events(LoopEvent.ApprovalRequested.class).getFirst().rules())
        .containsExactly("mcp__tracker__create_issue");
    assertThat(http.asked).contains("tools/call get").doesNotContain("tools/call create issue");
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(http.asked).contains("tools/call create issue");
  }

  @Test
  void whatIsFoundByASearchIsCalledAndAskedAboutByItsOwnName() throws Exception {
    session.approvals = new ApprovalPolicy(ApprovalMode.ALWAYS, List.of());
    stdio("many");
    start(
        new Script()
            .call("search_tools", json("query", "issue 7", "most", 1))
            .call("call_tool", "{\"name\":\"mcp__files__issue_7\",\"arguments\":{\"text\":\"t\"}}")
            .say("done"));
    Await.until(() -> !session.events(LoopEvent.ApprovalRequested.class).isEmpty());
    assertThat(session.events(LoopEvent.ApprovalRequested.class).getFirst().rules())
        .containsExactly("mcp__files__issue_7");
    session.answer(ApprovalAnswer.APPROVED, null);
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0))
        .contains("mcp__files__issue_7", "It takes:")
        .doesNotContain("issue_8");
    assertThat(resultText(1)).isEqualTo("t");
  }

  @Test
  void aServerThatIsDeletedMeanwhileIsNotAsked() throws Exception {
    tracker();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ModelTurn) {
            endpoints.clear();
          }
        };
    end(new Script().call("mcp__tracker__create_issue", "{}"));
    assertThat(resultText(0)).contains("the organization has it no more", "Nothing was done");
    assertThat(http.asked).doesNotContain("tools/call create issue");
  }

  @Test
  void aServerThatMayNotBeReachedAnyMoreIsNotAskedThoughItWas() throws Exception {
    tracker();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolResult) {
            var forbidden = new McpEndpoint.Unusable("the network policy does not allow it");
            endpoints.set(0, new McpEndpoint("tracker", forbidden, null));
          }
        };
    end(
        new Script()
            .call("mcp__tracker__create_issue", "{}")
            .call("mcp__tracker__create_issue", "{}"));
    assertThat(resultText(0)).startsWith("made by");
    assertThat(resultText(1)).contains("the network policy does not allow it", "Nothing was done");
    assertThat(http.asked).filteredOn("tools/call create issue"::equals).hasSize(1);
  }
}
