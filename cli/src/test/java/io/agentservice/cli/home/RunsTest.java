package io.agentservice.cli.home;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsTest {
  private static final String ONE = "0".repeat(31) + "1";
  private static final String TWO = "0".repeat(31) + "2";

  @TempDir private Path directory;
  private Runs runs;

  @BeforeEach
  void prepare() {
    runs = new Runs(new Home(directory));
  }

  private void keep(String id, String name, String in, long written) throws IOException {
    runs.keep(new Runs.Run("agent-" + id, name, Path.of(in), "mend"));
    Files.setLastModifiedTime(
        directory.resolve("runs/agent-" + id + ".json"), FileTime.fromMillis(written));
  }

  @Test
  void theLastOneOfADirectoryIsFound() throws IOException {
    keep(ONE, "old", "/shop", 1000);
    keep(TWO, "new", "/shop", 2000);

    assertThat(runs.last(Path.of("/shop")).orElseThrow().name()).isEqualTo("new");
    assertThat(runs.last(Path.of("/elsewhere"))).isEmpty();
    keep(ONE, "old", "/shop", 3000);
    assertThat(runs.last(Path.of("/shop")).orElseThrow().name()).isEqualTo("old");
  }

  @Test
  void eachIsFoundByItsSessionInAnySpelling() throws IOException {
    keep(ONE, "one", "/shop", 1000);
    var run = new Runs.Run("agent-" + ONE, "one", Path.of("/shop"), "mend");
    assertThat(runs.of("agent-" + ONE)).contains(run);
    assertThat(runs.of(ONE)).contains(run);
    assertThat(runs.of("devin-" + ONE)).contains(run);
    assertThat(runs.of(TWO)).isEmpty();
  }

  @Test
  void aKillWhileItIsKeptAgainLeavesTheOldOne() throws IOException {
    keep(ONE, "old", "/shop", 1000);
    var file = directory.resolve("runs/agent-" + ONE + ".json");
    var old = Files.readString(file);
    try (var open = Files.newInputStream(file)) {
      keep(ONE, "new", "/shop", 2000);
      assertThat(new String(open.readAllBytes(), UTF_8)).isEqualTo(old);
    }

    assertThat(runs.last(Path.of("/shop")).orElseThrow().name()).isEqualTo("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory.resolve("runs"))) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFileThatWasCutShortCountsAsNone() throws IOException {
    keep(ONE, "one", "/shop", 1000);
    Files.writeString(directory.resolve("runs/agent-" + TWO + ".json"), "{\"sess");
    assertThat(runs.last(Path.of("/shop")).orElseThrow().name()).isEqualTo("one");
  }
}
