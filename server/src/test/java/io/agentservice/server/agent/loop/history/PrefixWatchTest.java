package io.agentservice.server.agent.loop.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.PromptPrint;
import io.agentservice.llm.Stop;
import io.agentservice.llm.ToolSpec;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PrefixWatchTest {
  private static final Prompt FIRST = prompt("You work.", "bash", "Do it");

  private final PrefixWatch watch = new PrefixWatch();

  private static Prompt prompt(String system, String tool, String words) {
    var schema = JsonMapper.shared().createObjectNode();
    return new Prompt(
        system,
        List.of(ChatMessage.user(words)),
        List.of(new ToolSpec(tool, "Runs it", schema)),
        100);
  }

  private void answered(@Nullable Prompt prompt) {
    watch.add(
        new LoopEvent.ModelTurn(
            List.of(),
            Stop.END_TURN,
            Usage.NONE,
            "m",
            BigDecimal.ZERO,
            1,
            prompt == null ? null : PromptPrint.of(prompt),
            null));
  }

  private static LoopEvent.McpServer server(McpStanding standing) {
    return new LoopEvent.McpServer("tracker", standing, null, List.of(), null);
  }

  private @Nullable String brokenBy(Prompt prompt) {
    return watch.look(prompt).broken();
  }

  @Test
  void nothingIsBrokenBeforeTheFirstTurnOrAfterOneOfAnOldLog() {
    assertThat(brokenBy(FIRST)).isNull();

    answered(null);
    assertThat(brokenBy(FIRST)).isNull();
  }

  @Test
  void whatRewritesMessagesIsTheReasonOnce() {
    answered(FIRST);
    var other = prompt("You work.", "bash", "Do that");

    watch.add(new LoopEvent.Shortened(2, 100, Depth.OWN));
    assertThat(brokenBy(other)).isEqualTo("shortened");
    watch.add(new LoopEvent.Summarized(2, "so far", Usage.NONE, "m", BigDecimal.ZERO));
    assertThat(brokenBy(other)).isEqualTo("summarized");
    watch.add(
        new LoopEvent.GuardrailHit("e", "g", "No names", "prompt", "blocked", "Ann", "a name", 1));
    assertThat(brokenBy(other)).isEqualTo("guardrail");
    assertThat(brokenBy(FIRST)).as("when it is as it was").isNull();

    answered(other);
    assertThat(brokenBy(FIRST)).as("no reason that is known").isEqualTo("messages");
  }

  @Test
  void aGuardrailThatOnlyLogsIsNoReason() {
    answered(FIRST);
    watch.add(
        new LoopEvent.GuardrailHit("e", "g", "No names", "prompt", "logged", "Ann", "a name", 1));

    assertThat(brokenBy(prompt("You work.", "bash", "Do that"))).isEqualTo("messages");
  }

  @Test
  void toolsAndTheTextBeforeChangeWithMachinesAndServers() {
    answered(FIRST);
    var tools = prompt("You work.", "edit", "Do it");
    var system = prompt("You work there.", "bash", "Do it");
    assertThat(brokenBy(tools)).isEqualTo("tools");
    assertThat(brokenBy(system)).isEqualTo("system");

    watch.add(server(McpStanding.STARTING));
    assertThat(brokenBy(tools)).as("of which nobody has heard yet").isEqualTo("tools");
    watch.add(server(McpStanding.READY));
    assertThat(brokenBy(tools)).isEqualTo("mcp_server");
    watch.add(new LoopEvent.MachineAttached("linux", "/srv", false, null));
    assertThat(brokenBy(system)).as("the same machine").isEqualTo("mcp_server");
    watch.add(new LoopEvent.MachineAttached("linux", "/srv", true, null));
    assertThat(brokenBy(system)).isEqualTo("machine");
  }

  @Test
  void aWindowThatTurnsOutToBeSmallTakesOtherToolsAndAShorterConversation() {
    answered(FIRST);
    watch.add(new LoopEvent.Shortened(2, 100, Depth.OWN));

    assertThat(brokenBy(prompt("You work.", "edit", "Do"))).isEqualTo("shortened");
  }

  @Test
  void everyCauseIsAmongThoseThatAreCounted() {
    assertThat(PrefixWatch.CAUSES)
        .doesNotHaveDuplicates()
        .contains("restart", "replay", "tools", "system", "messages");
  }

  @Test
  void anotherModelIsTheReasonForAllOfIt() {
    answered(FIRST);
    watch.add(new LoopEvent.ModelChanged("openai:m", null, null));

    assertThat(brokenBy(prompt("You work.", "edit", "Do that"))).isEqualTo("model");
  }

  @Test
  void anotherRunMayHaveOtherToolsAndAnotherWayToTellTheConversation() {
    answered(FIRST);
    watch.reread();

    assertThat(brokenBy(prompt("You rest.", "bash", "Do it"))).isEqualTo("restart");
    assertThat(brokenBy(prompt("You work.", "bash", "Do that"))).isEqualTo("replay");

    answered(FIRST);
    assertThat(brokenBy(prompt("You rest.", "bash", "Do it"))).isEqualTo("system");
    assertThat(brokenBy(prompt("You work.", "bash", "Do that"))).isEqualTo("messages");
  }
}
