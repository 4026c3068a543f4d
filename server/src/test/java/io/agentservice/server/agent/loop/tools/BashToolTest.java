package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToServer;
import org.junit.jupiter.api.Test;

class BashToolTest {
  @Test
  void outputThatAMachineCouldNotKeepIsToldOfWithTheReason() {
    var outcome = ToServer.Outcome.EXITED;
    var full = "No space left on device";
    assertThat(BashTool.notKept(new ToServer.Exited("c", outcome, 0, 1, 5, false))).isEmpty();
    assertThat(BashTool.notKept(new ToServer.Exited("c", outcome, 0, 1, 67_108_864, true)))
        .isEqualTo("[output beyond 67,108,864 bytes was not kept]\n");
    assertThat(BashTool.notKept(new ToServer.Exited("c", outcome, 0, 1, 5000, true, full)))
        .isEqualTo(
            "[output beyond 5,000 bytes was not kept on the machine: No space left on device]\n");
  }
}
