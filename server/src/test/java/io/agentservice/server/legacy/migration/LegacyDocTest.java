package io.agentservice.server.legacy.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LegacyDocTest {
  @Test
  void theDocumentsTableIsTheOneOfTheCode() throws IOException {
    var lines = Files.readAllLines(Path.of("..", "docs", "legacy.md"));
    var rows = lines.stream().filter(line -> line.startsWith("| `/")).toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Successors.all().entrySet().stream()
                .map(entry -> "| `%s` | `%s` |".formatted(entry.getKey(), entry.getValue()))
                .toList());
  }
}
