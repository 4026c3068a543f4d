package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.McpServer;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.mcp.HttpMcpServer;
import io.agentservice.server.agent.loop.mcp.McpAccess;
import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.agent.loop.mcp.McpLimits;
import io.agentservice.server.agent.loop.mcp.StdioServer;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an MCP server costs a session that is not as it should be: real HTTP, a real program. */
@Timeout(200)
class HostileMcpTest extends LoopScene {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final String CREATE = "mcp__tracker__create_issue";

  @AutoClose private final HttpMcpServer http = new HttpMcpServer();

  HostileMcpTest() throws IOException {
    super(Script.SETTINGS.with(new McpLimits(LIMIT, LIMIT)));
  }

  @BeforeEach
  void go() {
    has(http.endpoint("tracker", "swordfish"));
    session.send("go");
  }

  private void has(McpEndpoint endpoint) {
    session.mcp =
        new McpAccess(
            () -> List.of(endpoint),
            new OutsideHttp(new OutsideHosts(Set.of("127.0.0.1"), "AGENT_MCP_PRIVATE_HOSTS")));
  }

  private void end(Script script) throws InterruptedException {
    start(script.say("done"));
    session.await(LoopEvent.Waiting.class);
  }

  /** Calls it, when it has become so. */
  private String calledOnce(Runnable becomes) throws InterruptedException {
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            becomes.run();
          }
        };
    end(new Script().call(CREATE, "{}"));
    assertThat(http.asked.stream().filter(one -> one.startsWith("tools/call")).count())
        .isLessThanOrEqualTo(1);
    return resultText(0);
  }

  private McpServer standing() {
    return session.events(McpServer.class).stream()
        .filter(one -> one.standing() != McpStanding.STARTING)
        .findFirst()
        .orElseThrow();
  }

  private String reasonWhyItIsLeftOut() throws InterruptedException {
    end(new Script());
    assertThat(standing().tools()).isEmpty();
    return String.valueOf(standing().reason());
  }

  @Test
  void aCallThatHangsIsGivenUpAndItsOutcomeOpen() throws Exception {
    assertThat(calledOnce(() -> http.hangs = true))
        .contains("did not answer within 5 s", "[outcome unknown]");
  }

  @Test
  void oneThatDripsEventsWithoutAnAnswerIsGivenUpInTheSameTime() throws Exception {
    assertThat(calledOnce(() -> http.drips = true))
        .contains("did not answer within 5 s", "[outcome unknown]");
  }

  @Test
  void anAnswerThatIsTooLongIsNotReadToItsEnd() throws Exception {
    assertThat(calledOnce(() -> http.floods = true))
        .contains("its answer has more than 4,194,304 bytes", "[outcome unknown]");
  }

  @Test
  void oneThatHasDiedIsToldOfAndNothingWasDone() throws Exception {
    assertThat(calledOnce(http::close)).contains("it can't be reached", "Nothing was done");
  }

  @Test
  void oneThatFailsLeavesTheOutcomeOpenAndIsNotAskedAgain() throws Exception {
    assertThat(calledOnce(() -> http.refuses = 503))
        .contains("it answered 503", "[outcome unknown]");
  }

  @Test
  void oneThatHangsFromTheBeginningIsLeftOut() throws Exception {
    http.hangs = true;
    assertThat(reasonWhyItIsLeftOut()).contains("did not answer within");
  }

  @Test
  void aProgramThatIsSilentFromTheBeginningIsLeftOut() throws Exception {
    has(StdioServer.endpoint("files", List.of(), "silent"));
    assertThat(reasonWhyItIsLeftOut()).contains("did not answer within");
  }

  @Test
  void oneThatRefusesTheSecretIsLeftOutWithTheHint() throws Exception {
    http.refuses = 401;
    assertThat(reasonWhyItIsLeftOut())
        .isEqualTo("it refuses us (401); see the secret of its header");
  }

  @Test
  void noRedirectIsFollowed() throws Exception {
    http.redirects = true;
    assertThat(reasonWhyItIsLeftOut()).contains("redirects to another address (307)");
  }

  @Test
  void anUnknownVersionIsRefused() throws Exception {
    http.version = "1999-01-01";
    assertThat(reasonWhyItIsLeftOut()).contains("1999-01-01");
  }

  @Test
  void itsSecretIsMaskedInWhatItSaysOfItsTools() throws Exception {
    http.tells = true;
    end(new Script().call(CREATE, "{}"));
    assertThat(standing().tools().getFirst().description())
        .endsWith("Makes an [secret:tracker Authorization]");
    assertThat(session.events().toString()).doesNotContain("swordfish");
  }
}
