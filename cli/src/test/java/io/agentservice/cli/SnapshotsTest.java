package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitTreeTest {
  @TempDir private Path directory;

  @Test
  void theDiffHoldsWhatChangedBetweenTwoMomentsAndNoMore() throws IOException {
    git("init", "-q");
    write("tracked", "one\n");
    git("add", "tracked");
    write("mine", "from before\n");
    write(".gitignore", "ignored\n");
    var before = GitTree.of(directory).orElseThrow();
    var status = git("status", "--porcelain");

    write("tracked", "two\n");
    write("new file", "new\n");
    write("ignored", "x\n");
    var diff = GitTree.of(directory).orElseThrow().diffSince(before);

    assertThat(diff).contains("-one", "+two", "+++ b/new file", "+new");
    assertThat(diff).doesNotContain("mine", "ignored");
    Files.delete(directory.resolve("new file"));
    assertThat(git("status", "--porcelain").lines().filter(line -> !line.contains("tracked")))
        .as("the index is untouched")
        .containsExactlyElementsOf(
            status.lines().filter(line -> !line.contains("tracked")).toList());
  }

  @Test
  void aDirectoryWithoutGitHasNoTree() {
    assertThat(GitTree.of(directory)).isEmpty();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private String git(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return Program.run(directory, command, Map.of());
  }
}
