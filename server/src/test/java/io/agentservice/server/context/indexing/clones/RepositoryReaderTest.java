package io.agentservice.server.context.indexing.clones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.context.indexing.clones.RepositoryReader.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the list of files of a commit is read. */
class RepositoryReaderTest {
  @TempDir private Path directory;

  private Path list(String... paths) throws IOException {
    var text = new StringBuilder();
    for (String path : paths) {
      text.append("100644 blob ").append("a".repeat(40)).append("      12\t");
      text.append(path).append('\0');
    }
    return Files.writeString(directory.resolve("list"), text);
  }

  @Test
  void theListIsLeftWhereItHoldsTooMuch() throws IOException {
    var list = list("a", "b", "c", "d");
    assertThat(RepositoryReader.files(list, 4))
        .map(Entry::path)
        .containsExactly("a", "b", "c", "d");
    assertThatThrownBy(() -> RepositoryReader.files(list, 3))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("more than 3 files");
  }

  @Test
  void filesWithPathsThatNoIndexHoldsAreLeftOut() throws IOException {
    String longest = "ü".repeat(RepositoryReader.MOST_PATH_BYTES / 2);
    var list = list("a\tb", longest, longest + "x", "y".repeat(100_000), "z\n");
    assertThat(RepositoryReader.files(list, 9))
        .map(Entry::path)
        .containsExactly("a\tb", longest, "z\n");
  }
}
