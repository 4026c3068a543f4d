package io.agentservice.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
  @TempDir private Path directory;

  private String run(String script) {
    return Program.run(directory, List.of("sh", "-c", script), Map.of());
  }

  @Test
  void whatItWarnsOfIsNoPartOfItsOutput() {
    assertThat(run("echo careful >&2; echo result")).isEqualTo("result\n");
  }

  @Test
  void aFailureTellsBothStreams() {
    assertThatThrownBy(() -> run("echo half; echo broken >&2; exit 1"))
        .hasMessageContaining("half")
        .hasMessageContaining("broken");
  }

  @Test
  void muchOnEitherStreamBlocksNothing() {
    var much = "head -c 1000000 /dev/zero";
    assertThat(run(much + " >&2; " + much).length()).isEqualTo(1_000_000);
  }
}
