package io.agentservice.server.agent.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchPathsTest {
  private static final String RENAMED =
      """
      diff --git a/old name.txt b/new.txt
      similarity index 50%
      rename from old name.txt
      rename to new.txt
      --- a/old name.txt\t
      +++ b/new.txt
      @@ -1,2 +1,2 @@
       diff --git a/x b/x
      ---- a/x
      +++ b/y
      """;

  private static String below(String directory, String patch) {
    return new String(PatchPaths.below(directory, patch.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void namesInHeadingsAreBelowTheDirectoryAndLinesStayAsTheyAre() {
    assertThat(below("ü", RENAMED))
        .isEqualTo(
            """
            diff --git a/ü/old name.txt b/ü/new.txt
            similarity index 50%
            rename from ü/old name.txt
            rename to ü/new.txt
            --- a/ü/old name.txt\t
            +++ b/ü/new.txt
            @@ -1,2 +1,2 @@
             diff --git a/x b/x
            ---- a/x
            +++ b/y
            """);
    assertThat(below(".", RENAMED)).isEqualTo(RENAMED);
    assertThat(below("/srv/x", RENAMED)).isEqualTo(RENAMED);
  }

  @ParameterizedTest
  @CsvSource({
    "a/x b/x, a/d/x b/d/x",
    "a/x b/y b/x b/y, a/d/x b/y b/d/x b/y",
    "'\"a/\\303\\274\" \"b/\\303\\274\"', '\"a/d/\\303\\274\" \"b/d/\\303\\274\"'",
    "'a/x \"b/\\t\"', 'a/d/x \"b/d/\\t\"'"
  })
  void bothNamesOfTheFirstLineAreFound(String names, String below) {
    assertThat(below("d", "diff --git " + names)).isEqualTo("diff --git " + below);
  }

  @Test
  void theFilesOfAPatchAreReadFromIt() throws IOException {
    var files = PatchFiles.of(new ByteArrayInputStream(RENAMED.getBytes(UTF_8)));

    assertThat(files).hasSize(1);
    assertThat(files.getFirst().path()).isEqualTo("new.txt");
    assertThat(files.getFirst().oldPath()).isEqualTo("old name.txt");
    assertThat(files.getFirst().status()).isEqualTo("renamed");
    assertThat(files.getFirst().additions()).isEqualTo(1);
    assertThat(files.getFirst().deletions()).isEqualTo(1);
    assertThat(files.getFirst().patchBytes()).isEqualTo(RENAMED.getBytes(UTF_8).length);
  }
}
