package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.LocalMachine;
import io.agentservice.server.agent.loop.MemoryFiles;
import io.agentservice.server.agent.loop.log.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lines and names of files, as git on the machine finds them. */
@Timeout(200)
class SearchToolsTest {
  private static final CodeHosts NO_HOSTS =
      repository -> {
        throw new AssertionError("asked for " + repository);
      };

  @TempDir private Path directory;
  private LocalMachine machine;
  private LocalMachine.Connection connection;
  private Redactor redactor = Redactor.NONE;
  private int calls;

  @BeforeEach
  void files() throws Exception {
    machine = new LocalMachine(directory);
    connection = machine.connect();
    write("src/Main.java", "class Main {\n  int total = 1;\n}\n");
    write("src/deep/Sub.java", "class Sub {\n  // the Total\n}\n");
    write("notes it's.txt", "a total\nof two\n");
    write("build/out.txt", "total of the build\n");
    write(".gitignore", "build/\n");
    write("empty", "");
    Files.write(directory.resolve("picture"), new byte[] {'t', 'o', 't', 'a', 'l', 0, 1});
  }

  @AfterEach
  void close() {
    machine.close();
  }

  private void write(String name, String text) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void repository() throws Exception {
    var git =
        new ProcessBuilder("git", "init", "-q", directory.toString()).redirectErrorStream(true);
    assertThat(git.start().waitFor()).isZero();
  }

  private ToolContext context() {
    return new ToolContext(
        connection,
        redactor,
        new MemoryFiles(),
        NO_HOSTS,
        new Jobs(),
        ChildSessions.NONE,
        Skills.NONE,
        null,
        null,
        _ -> {
          throw new AssertionError("shown live");
        });
  }

  private Outcome outcome(Tool tool, Map<String, Object> input) {
    var read = new Input(JsonMapper.shared().convertValue(input, ObjectNode.class));
    var context = context();
    var facts = tool.prepare(read, context);
    return tool.run(new Tool.Call("call-" + ++calls, read, facts), context);
  }

  private static String text(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  private String search(Map<String, Object> input) {
    var outcome = outcome(new SearchTool(), input);
    assertThat(outcome.error()).as(text(outcome)).isFalse();
    return text(outcome);
  }

  private List<String> list(Map<String, Object> input) {
    var outcome = outcome(new ListTool(), input);
    assertThat(outcome.error()).as(text(outcome)).isFalse();
    return text(outcome).lines().toList();
  }

  @Test
  void linesAreFoundWithTheirNumbersByFileWhetherOrNotThereIsARepository() throws Exception {
    String expected =
        """
        notes it's.txt
             1\ta total

        src/Main.java
             2\t  int total = 1;
        """;
    assertThat(search(Map.of("pattern", "\\btotal\\b"))).isEqualTo(expected);
    repository();
    assertThat(search(Map.of("pattern", "\\btotal\\b"))).isEqualTo(expected);
  }

  @Test
  void whatGitIgnoresIsFoundOnWishAlone() throws Exception {
    repository();
    assertThat(search(Map.of("pattern", "the build"))).isEqualTo("Nothing was found.");
    assertThat(search(Map.of("pattern", "the build", "ignored", true)))
        .isEqualTo("build/out.txt\n     1\ttotal of the build\n");
    assertThat(list(Map.of("globs", List.of("*.txt")))).containsExactly("notes it's.txt");
    assertThat(list(Map.of("globs", List.of("*.txt"), "ignored", true)))
        .containsExactly("build/out.txt", "notes it's.txt");
  }

  @Test
  void aPathIsADirectoryOrAFileAndNamesTheFilesFromWhereItIsFrom() {
    assertThat(search(Map.of("pattern", "class", "path", "src/deep")))
        .isEqualTo("src/deep/Sub.java\n     1\tclass Sub {\n");
    String absolute = directory.resolve("src").toString();
    assertThat(search(Map.of("pattern", "class Main", "path", absolute)))
        .isEqualTo(absolute + "/Main.java\n     1\tclass Main {\n");
    assertThat(search(Map.of("pattern", "two", "path", "notes it's.txt")))
        .isEqualTo("notes it's.txt\n     2\tof two\n");
    assertThatThrownBy(() -> search(Map.of("pattern", "two", "path", "nowhere")))
        .isInstanceOf(ToolInputException.class)
        .hasMessage("nowhere does not exist.");
  }

  @Test
  void globsChooseFilesAtAnyDepthAndLeaveOut() {
    assertThat(search(Map.of("pattern", "class", "globs", List.of("*.java", "!Sub.*"))))
        .isEqualTo("src/Main.java\n     1\tclass Main {\n");
    assertThat(list(Map.of("globs", List.of("src/**/*.java"))))
        .containsExactly("src/Main.java", "src/deep/Sub.java");
    assertThat(list(Map.of("globs", List.of("src/*.java")))).containsExactly("src/Main.java");
    assertThat(list(Map.of("globs", List.of("*.go")))).containsExactly("There are no such files.");
  }

  @Test
  void linesAroundAreShownAndCaseAndPlainTextAreChosen() {
    assertThat(
            search(
                Map.of(
                    "pattern", "// THE", "literal", true, "ignore_case", true, "context_lines", 1)))
        .isEqualTo("src/deep/Sub.java\n     1\tclass Sub {\n     2\t  // the Total\n     3\t}\n");
    assertThat(search(Map.of("pattern", "a.total", "literal", true)))
        .isEqualTo("Nothing was found.");
  }

  @Test
  void manyAndLongLinesAreCutAndSaidSo() throws Exception {
    write("many.txt", "hit\n".repeat(200_000));
    write("long.txt", "needle" + "\ud83d\ude00".repeat(1_000) + "\n");

    String found = search(Map.of("pattern", "hit", "max_results", 3));
    assertThat(found.lines().toList())
        .hasSize(5)
        .last()
        .isEqualTo("[more lines match: look for less, or in fewer files]");
    String line = search(Map.of("pattern", "needle"));
    assertThat(line).endsWith(" ...\n").doesNotContain("\ufffd").hasSizeLessThan(350);
    for (int i = 0; i < 20; i++) {
      write("names/" + i, "");
    }
    assertThat(list(Map.of("path", "names", "max_results", 5)))
        .hasSize(6)
        .last()
        .isEqualTo("[15 more: ask for some of them by globs]");
  }

  @Test
  void everyFileIsListedTheEmptyAndBinaryOnesToo() throws Exception {
    String[] all = {
      ".gitignore", "empty", "notes it's.txt", "picture", "src/Main.java", "src/deep/Sub.java"
    };
    assertThat(list(Map.of())).containsExactlyInAnyOrder(all);
    repository();
    assertThat(list(Map.of())).containsExactlyInAnyOrder(all);
  }

  @Test
  void secretsInFilesAreMasked() throws Exception {
    redactor = Redactor.of(Map.of("S", "hunter2hunter2"));
    write("conf", "password: hunter2hunter2\n");
    assertThat(search(Map.of("pattern", "password"))).doesNotContain("hunter2");
  }

  @Test
  void aWrongPatternIsSaidAsGitSaysIt() {
    var outcome = outcome(new SearchTool(), Map.of("pattern", "a("));
    assertThat(outcome.error()).isTrue();
    assertThat(text(outcome)).contains("a(").contains("parenthesis");
    for (String pattern : List.of("", "a\nb", "x".repeat(1_001))) {
      assertThatThrownBy(() -> search(Map.of("pattern", pattern)))
          .isInstanceOf(ToolInputException.class);
    }
  }

  @Test
  void nothingThatIsGivenIsACommand() {
    String evil = "'; touch taken; '$(touch taken)`touch taken`";
    assertThat(search(Map.of("pattern", evil, "literal", true))).isEqualTo("Nothing was found.");
    assertThat(list(Map.of("globs", List.of(evil, "!" + evil))))
        .containsExactly("There are no such files.");
    assertThatThrownBy(() -> list(Map.of("path", evil))).isInstanceOf(ToolInputException.class);
    assertThat(search(Map.of("pattern", "-q", "globs", List.of("--help"))))
        .isEqualTo("Nothing was found.");
    assertThat(directory.resolve("taken")).doesNotExist();
  }
}
