package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.LocalMachine;
import io.agentservice.server.agent.loop.log.Jobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Changes of files, by their places or as a patch. */
class EditToolTest {
  @TempDir private Path directory;
  private final Tool tool = new EditTool();
  private LocalMachine machine;
  private LocalMachine.Connection connection;
  private int calls;

  @BeforeEach
  void open() {
    machine = new LocalMachine(directory);
    connection = machine.connect();
  }

  @AfterEach
  void close() {
    machine.close();
  }

  private Outcome run(Map<String, Object> input) {
    var json = new Input(JsonMapper.shared().convertValue(input, ObjectNode.class));
    var context =
        new ToolContext(
            connection,
            Redactor.NONE,
            null,
            null,
            new Jobs(),
            ChildSessions.NONE,
            Skills.NONE,
            null,
            null,
            _ -> {});
    var facts = tool.prepare(json, context);
    return tool.run(new Tool.Call("event-" + calls++, json, facts), context);
  }

  private static String text(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  private Outcome edit(String path, String old, String replacement) {
    return run(Map.of("path", path, "old_text", old, "new_text", replacement));
  }

  @Test
  void editReplacesTheOnePlace() throws IOException {
    write("a.txt", "one\ntwo\nthree\n");
    assertThat(text(edit("a.txt", "two", "2"))).isEqualTo("Edited a.txt, line 2.");
    assertThat(directory.resolve("a.txt")).hasContent("one\n2\nthree\n");
  }

  @Test
  void editCreatesAFileWithItsDirectories() {
    assertThat(text(edit("x/y/a.txt", "", "hi\n"))).isEqualTo("Created x/y/a.txt, line 1.");
    assertThat(directory.resolve("x/y/a.txt")).hasContent("hi\n");
  }

  @Test
  void editSaysWhatIsWrong() throws IOException {
    write("a.txt", "one one\n");
    Files.write(directory.resolve("b.bin"), new byte[] {(byte) 0xC3, 0, 1});
    assertThatThrownBy(() -> edit("a.txt", "one", "x")).hasMessageContaining("more than once");
    assertThatThrownBy(() -> edit("a.txt", "two", "x")).hasMessageContaining("does not occur");
    assertThatThrownBy(() -> edit("a.txt", "", "x")).hasMessageContaining("exists already");
    assertThatThrownBy(() -> edit("c.txt", "x", "y")).hasMessageContaining("does not exist");
    assertThatThrownBy(() -> edit(".", "x", "y")).hasMessageContaining("is a directory");
    assertThatThrownBy(() -> edit("b.bin", "x", "y")).hasMessageContaining("not a UTF-8 text");
    assertThatThrownBy(() -> edit("a.txt", "one one", "one one")).hasMessageContaining("the same");
  }

  private Outcome edits(String path, String... oldAndNew) {
    var edits = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < oldAndNew.length; i += 2) {
      edits.add(Map.of("old_text", oldAndNew[i], "new_text", oldAndNew[i + 1]));
    }
    return run(Map.of("path", path, "edits", edits));
  }

  @Test
  void severalEditsAreDoneInTheirOrderOrNone() throws IOException {
    write("a.txt", "one\ntwo\nthree\n");
    assertThat(text(edits("a.txt", "three", "3", "one", "1\n1.5", "3", "III")))
        .isEqualTo("Edited a.txt, lines 1, 4.");
    assertThat(directory.resolve("a.txt")).hasContent("1\n1.5\ntwo\nIII\n");

    assertThatThrownBy(() -> edits("a.txt", "two", "2", "four", "4"))
        .hasMessageContaining("edit 2 in a.txt does not occur")
        .hasMessageContaining("Nothing was changed.");
    assertThatThrownBy(() -> edits("a.txt", "two", "2", "", "x"))
        .hasMessageContaining("each needs an old_text");
    assertThatThrownBy(() -> edits("a.txt")).hasMessageContaining("1 to 100 entries");
    assertThatThrownBy(() -> run(Map.of("path", "a.txt", "old_text", "two", "edits", List.of())))
        .hasMessageContaining("1 to 100");
    assertThatThrownBy(() -> run(Map.of("path", "a.txt"))).hasMessageContaining("one of the three");
    assertThat(directory.resolve("a.txt")).hasContent("1\n1.5\ntwo\nIII\n");
  }

  @Test
  void aPatchIsAppliedWhereItsLinesAre() throws IOException {
    write("a.txt", "head\nx\ny\n\nmid\nx\ny\n\nend");
    String patch =
        """
        --- a/a.txt
        +++ b/a.txt
        @@ -6,2 +6,2 @@
         x
        -y
        +Y
        @@ -9 +9,2 @@
        -end
        +END
        +more
        """;
    assertThat(text(run(Map.of("path", "a.txt", "patch", patch))))
        .isEqualTo("Edited a.txt, lines 6, 9.");
    assertThat(Files.readString(directory.resolve("a.txt")))
        .isEqualTo("head\nx\ny\n\nmid\nx\nY\n\nEND\nmore");
  }

  @Test
  void aPatchThatDoesNotFitChangesNothing() throws IOException {
    write("a.txt", "x\ny\nx\ny\n");
    for (var patch :
        Map.of(
                "@@ @@\n x\n-y\n+z\n",
                "fits in several places",
                "@@ -1 +1 @@\n-y\n+z\n@@ -3 +3 @@\n-q\n+z\n",
                "Hunk 2 does not fit",
                "@@ -1 +1 @@\n+z\n",
                "no line that is there",
                "@@ -1 +1 @@\n x\n",
                "changes nothing",
                "@@ -1 +1 @@\nx\n-y\n",
                "begins with a space",
                "-y\n+z\n",
                "no hunk")
            .entrySet()) {
      assertThatThrownBy(() -> run(Map.of("path", "a.txt", "patch", patch.getKey())))
          .hasMessageContaining(patch.getValue());
    }
    assertThat(directory.resolve("a.txt")).hasContent("x\ny\nx\ny\n");
  }

  @Test
  void aPatchKeepsWindowsLineEnds() throws IOException {
    write("a.txt", "one\r\ntwo\r\nthree\r\n");
    run(Map.of("path", "a.txt", "patch", "@@ -1,2 +1,3 @@\n one\n-two\n+2\n+2.5\n three"));
    assertThat(Files.readString(directory.resolve("a.txt")))
        .isEqualTo("one\r\n2\r\n2.5\r\nthree\r\n");
  }

  @Test
  void editKeepsWindowsLineEnds() throws IOException {
    write("a.txt", "one\r\ntwo\r\n");
    edit("a.txt", "one\ntwo", "1\n2");
    assertThat(Files.readString(directory.resolve("a.txt"))).isEqualTo("1\r\n2\r\n");
  }

  @Test
  void editTriesOnceMoreWhenTheFileChangesMeanwhile() throws IOException {
    write("a.txt", "one\ntwo\n");
    connection.beforeWrite(() -> {
      connection.beforeWrite(null);
      append("a.txt");
    });
    assertThat(text(edit("a.txt", "two", "2"))).isEqualTo("Edited a.txt, line 2.");
    assertThat(directory.resolve("a.txt")).hasContent("one\n2\n+\n");
  }

  @Test
  void editGivesUpOnAFileThatNeverStandsStill() throws IOException {
    write("a.txt", "one\n");
    connection.beforeWrite(() -> append("a.txt"));
    assertThat(edit("a.txt", "one", "1").error()).isTrue();
    assertThat(directory.resolve("a.txt")).hasContent("one\n+\n+\n");
  }

  private void append(String name) {
    try {
      write(name, Files.readString(directory.resolve(name)) + "+\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
