package io.agentservice.worker.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VariableAliasesTest {
  @Test
  void theOtherSpellingCountsWhereOursIsNotSet() {
    var all =
        VariableAliases.of(
            Map.of(
                "DEVIN_API_URL", "https://a.test",
                "AGENT_WORKER_HOME", "/ours",
                "DEVIN_WORKER_HOME", "/other",
                "AGENT_OUTPOSTS_TOKEN", " ",
                "DEVIN_OUTPOSTS_TOKEN", "agt_x",
                "PATH", "/bin"));
    assertThat(all)
        .containsEntry("AGENT_API_URL", "https://a.test")
        .containsEntry("AGENT_WORKER_HOME", "/ours")
        .containsEntry("AGENT_OUTPOSTS_TOKEN", "agt_x")
        .containsEntry("PATH", "/bin");
  }
}
