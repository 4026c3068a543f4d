package io.agentservice.remote.walls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each hole alone, on a tree that is right otherwise. */
class WallsTest {
  @TempDir Path directory;
  private final Map<String, String> variables =
      Map.of("AGENT_SANDBOX", "bwrap", "AGENT_SANDBOX_CANARY", "/data/canary");
  private Path root;

  @BeforeEach
  void aMachineSeenFromBehindWalls() throws Exception {
    root = directory.resolve("not-there");
    status("0000000000000000");
  }

  @Test
  void wallsThatHoldHaveNoHole() {
    assertThat(Walls.holes(root, variables)).isEmpty();
  }

  @Test
  void aFileOfTheWorkerIsAHole() throws Exception {
    write("data/canary", "");
    assertThat(Walls.holes(root, variables)).containsExactly("a file of the worker is there");
  }

  @Test
  void aProcessOfSomebodyElseIsAHole() throws Exception {
    write("proc/4711/comm", "sleep");
    assertThat(Walls.holes(root, variables)).containsExactly("processes of others are seen");
  }

  @Test
  void aCapabilityIsAHole() throws Exception {
    status("0000000000200000");
    assertThat(Walls.holes(root, variables)).containsExactly("the remote has capabilities");
  }

  @Test
  void settingsOfTheKernelThatCanBeWrittenAreAHole() throws Exception {
    write("proc/sys/kernel/core_pattern", "core");
    assertThat(Walls.holes(root, variables))
        .containsExactly("settings of the kernel can be written");
  }

  @Test
  void aSystemThatCanBeWrittenIsAHole() throws Exception {
    Files.createDirectories(root.resolve("usr"));
    assertThat(Walls.holes(root, variables)).containsExactly("/usr can be written");
    assertThat(root.resolve("usr")).isEmptyDirectory();
  }

  private void status(String capabilities) throws IOException {
    write("proc/self/status", "Name:\tjava\nCapEff:\t%s\n".formatted(capabilities));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }
}
