package io.agentservice.remote.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has other trees (Family)")
class ProcessTreeTest {
  private static final String EIGHT =
      "for i in 1 2 3 4 5 6 7 8; do sleep 300 & done; echo up; wait";

  /** A script whose command is signalled before it goes on with the next command. */
  @Test
  void parentsAreSignalledBeforeTheirChildren() throws Exception {
    var script = new ProcessBuilder("sh", "-c", EIGHT).start();
    try {
      assertThat(script.inputReader().readLine()).isEqualTo("up");
      var tree = List.copyOf(ProcessTree.ofCommand((int) script.pid(), "none"));
      assertThat(tree).hasSize(9);
      assertThat(tree.getFirst().pid()).isEqualTo((int) script.pid());
    } finally {
      script.descendants().forEach(ProcessHandle::destroyForcibly);
      script.destroyForcibly();
    }
  }
}
