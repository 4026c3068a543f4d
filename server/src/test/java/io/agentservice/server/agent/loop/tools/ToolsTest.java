package io.agentservice.server.agent.loop.tools;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.LocalMachine;
import io.agentservice.server.agent.loop.MemoryFiles;
import io.agentservice.server.agent.loop.documents.Pdfs;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToRemote.BrowserAction;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Timeout(200)
class ToolsTest {
  private static final CodeHosts NO_HOSTS =
      repository -> {
        throw new AssertionError("asked for " + repository);
      };

  @TempDir private Path directory;
  private final Toolbox tools = toolbox(List.of("browser"), Map.of());
  private final MemoryFiles files = new MemoryFiles();
  private final StringBuilder live = new StringBuilder();
  private LocalMachine machine;
  private LocalMachine.Connection connection;
  private Redactor redactor = Redactor.NONE;
  private int calls;

  private static Toolbox toolbox(
      List<String> capabilities, Map<String, Supplier<String>> oneTimeCodes) {
    var finish = new FinishTool(null, true, false);
    return new Toolbox(
        finish, capabilities, oneTimeCodes, List.of(), Lookups.NONE, false, McpServers::new);
  }

  @BeforeEach
  void open() {
    machine = new LocalMachine(directory);
    connection = machine.connect();
  }

  @AfterEach
  void close() {
    machine.close();
  }

  private ToolContext context() {
    return new ToolContext(
        connection,
        redactor,
        files,
        NO_HOSTS,
        new Jobs(),
        ChildSessions.NONE,
        Skills.NONE,
        null,
        null,
        live::append);
  }

  private Outcome run(String name, Map<String, Object> input) {
    var tool = tools.find(name);
    var json = JsonMapper.shared().convertValue(input, ObjectNode.class);
    var context = context();
    var facts = tool.prepare(new Input(json), context);
    return tool.run(new Tool.Call("event-" + calls++, new Input(json), facts), context);
  }

  private static String text(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  @Test
  void bashGivesOutputAndExitCode() {
    var outcome = run("bash", Map.of("command", "echo out; echo err >&2; exit 3"));
    assertThat(text(outcome)).isEqualTo("out\nerr\n[exit code 3]");
    assertThat(outcome.error()).isFalse();
    assertThat(outcome.command().exitCode()).isEqualTo(3);
    assertThat(live.toString()).isEqualTo("out\nerr\n");
  }

  @Test
  void bashRunsBashAndStartsAfreshEachTime() {
    assertThat(text(run("bash", Map.of("command", "a=(1 2); echo -n ${a[1]}; cd /; X=1"))))
        .isEqualTo("2\n[exit code 0]");
    assertThat(text(run("bash", Map.of("command", "echo $X$PWD"))))
        .isEqualTo(directory + "\n[exit code 0]");
  }

  @Test
  void bashKillsWhatTakesTooLong() {
    var outcome = run("bash", Map.of("command", "echo a; sleep 300", "timeout_seconds", 1));
    assertThat(text(outcome))
        .isEqualTo("a\n[timed out after 1 s: it and all it started was killed]");
    assertThat(outcome.error()).isTrue();
    assertThat(outcome.command().exitCode()).isNull();
  }

  @Test
  void longOutputLosesItsMiddleForTheModelOnly() {
    var outcome = run("bash", Map.of("command", "seq 1 5000"));
    assertThat(text(outcome))
        .startsWith("1\n2\n")
        .contains("characters left out here")
        .endsWith("4999\n5000\n[exit code 0]")
        .hasSizeLessThan(10_500);
    assertThat(outcome.command().output()).hasSize(23_893).contains("\n2500\n");
    assertThat(outcome.command().cutCharacters()).isEqualTo(13_893);
  }

  @Test
  void veryLongOutputLosesItsMiddleInTheLogToo() {
    var outcome = run("bash", Map.of("command", "seq 1 100000"));
    assertThat(outcome.command().output()).hasSizeLessThan(262_300).contains("left out]");
    assertThat(text(outcome))
        .contains("read the first and the last 131,072 of the whole in its log");
    assertThat(text(outcome)).endsWith("100000\n[exit code 0]");
  }

  @Test
  void textThatIsSplitBetweenBytesOrIsNotUtf8Survives() {
    assertThat(text(run("bash", Map.of("command", "printf 'äöü€😀äöü€😀'; printf '\\377'"))))
        .isEqualTo("äöü€😀äöü€😀\uFFFD\n[exit code 0]");
  }

  @Test
  void outputIsMaskedBeforeItIsStreamed() {
    redactor = Redactor.of(Map.of("K", "hunter2-hunter2"));
    run("bash", Map.of("command", "printf hunter; printf 2-hunter2"));
    assertThat(live.toString()).isEqualTo("[secret:K]");
  }

  @Test
  void browserPagesAreShownWithTheirAddressAndWhatElseHappened() {
    var asked = new ArrayList<ToRemote.Browse>();
    machine.browser(request -> {
      asked.add(request);
      return new ToServer.Browsed(
          request.id(), "http://h/", "Shop", "Buy", List.of("A new tab"), null);
    });
    var outcome = run("browser", Map.of("action", "click", "text", "Buy", "timeout_seconds", 5));

    assertThat(text(outcome)).isEqualTo("[A new tab]\nShop <http://h/>\n\nBuy");
    assertThat(asked)
        .containsExactly(
            new ToRemote.Browse(
                "event-0", BrowserAction.CLICK, null, null, "Buy", null, null, 5000));
  }

  @Test
  void aScreenshotIsAPictureForTheModel() throws IOException {
    Files.write(directory.resolve("shot.png"), new byte[] {1, 2, 3});
    var file = new ToServer.SavedFile("shot.png", 3, "0");
    machine.browser(
        request -> new ToServer.Browsed(request.id(), "http://h/", "", "", List.of(), file));
    var outcome = run("browser", Map.of("action", "screenshot"));

    assertThat(text(outcome)).isEqualTo("Page <http://h/>\nSaved shot.png, 3 bytes.");
    assertThat(outcome.content().getLast()).isEqualTo(new Part.Image("image/png", "AQID"));
  }

  @Test
  void browserSaysWhatIsWrong() {
    machine.browser(request -> new ToServer.Failed(request.id(), "not_found", "no such element"));
    var outcome = run("browser", Map.of("action", "click", "selector", "#a"));
    assertThat(text(outcome)).isEqualTo("no such element.");
    assertThat(outcome.error()).isTrue();
    assertThatThrownBy(() -> run("browser", Map.of("action", "fly")))
        .hasMessageContaining("navigate, back, read");
    assertThatThrownBy(() -> run("browser", Map.of("action", "navigate")))
        .hasMessageContaining("needs a url");
    assertThatThrownBy(() -> run("browser", Map.of("action", "type", "selector", "#a")))
        .hasMessageContaining("text to type");
  }

  @Test
  void onlyMachinesWithABrowserAreOfferedTheTool() {
    var without = toolbox(List.of("exec"), Map.of());
    assertThat(without.find("browser")).isNull();
    assertThat(without.missing("browser")).contains("AGENT_CHROME_PATH");
    assertThat(without.missing("fly"))
        .contains("the tools are [bash, edit, view, search, list, share_file, plan,");
    assertThat(tools.specs(200_000, true)).hasSize(without.specs(200_000, true).size() + 1);
  }

  @Test
  void aOneTimeCodeIsGivenByNameWhereThereAreAny() {
    assertThat(tools.find("one_time_code")).isNull();
    var tool = toolbox(List.of(), Map.of("VPN", () -> "123456")).find("one_time_code");
    var context = context();
    var wrong = new Input(JsonMapper.shared().createObjectNode().put("name", "vpn"));
    assertThatThrownBy(() -> tool.prepare(wrong, context)).hasMessageContaining("there are: VPN");
    var right = new Input(JsonMapper.shared().createObjectNode().put("name", "VPN"));
    assertThat(tool.prepare(right, context)).isNull();
    assertThat(text(tool.run(new Tool.Call("event-1", right, null), context))).isEqualTo("123456");
  }

  @Test
  void anOutputThatIsNotRequiredMayBeNull() {
    var schema = JsonMapper.shared().readTree(json("type", "object"));
    var input = JsonMapper.shared().createObjectNode().put("summary", "Done.");
    input.putNull("structured_output");
    var tool = new FinishTool(schema, false, false);
    assertThat(tool.prepare(new Input(input), null)).isNull();
    var end = tool.run(new Tool.Call("event-1", new Input(input), null), null).effect();
    assertThat(end).isEqualTo(new Outcome.End(new LoopEvent.Finished("Done.", null)));
    assertThatThrownBy(() -> new FinishTool(schema, true, false).prepare(new Input(input), null))
        .hasMessageContaining("not valid against the schema");
  }

  @Test
  void onlyWhereThereIsASchemaOutputCanBeNoted() {
    assertThat(tools.find("structured_output")).isNull();
  }

  @Test
  void anOutputThatIsNotRequiredMayBeLeftOutButMustFit() {
    var schema = JsonMapper.shared().readTree(json("type", "object", "required", List.of("ok")));
    var summary = JsonMapper.shared().createObjectNode().put("summary", "Done.");
    var wrong = summary.deepCopy();
    wrong.putObject("structured_output");

    assertThatThrownBy(() -> new FinishTool(schema, true, false).prepare(new Input(summary), null))
        .hasMessageContaining("structured_output; it is missing");
    var optional = new FinishTool(schema, false, false);
    assertThat(optional.prepare(new Input(summary), null)).isNull();
    assertThat(optional.spec().inputSchema().at("/required").toString()).isEqualTo("[\"summary\"]");
    assertThatThrownBy(() -> optional.prepare(new Input(wrong), null))
        .hasMessageContaining("not valid against the schema");
  }

  @Test
  void viewNumbersLines() throws IOException {
    write("a.txt", "a\nb\nc\n");
    assertThat(text(run("view", Map.of("path", "a.txt"))))
        .isEqualTo("     1\ta\n     2\tb\n     3\tc\n");
    assertThat(text(run("view", Map.of("path", "a.txt", "start_line", 2, "end_line", 2))))
        .isEqualTo("     2\tb\n");
    assertThat(text(run("view", Map.of("path", "a.txt", "start_line", 4))))
        .isEqualTo("a.txt has only 3 lines.");
  }

  @Test
  void viewOfALongFileSaysHowItGoesOn() throws IOException {
    write("a.txt", "x\n".repeat(1500));
    assertThat(text(run("view", Map.of("path", "a.txt"))))
        .endsWith("[500 more lines, from 1001 on]");
  }

  @Test
  void viewShowsPicturesAndDirectories() throws IOException {
    Files.write(directory.resolve("p.PNG"), new byte[] {1, 2, 3});
    Files.createDirectory(directory.resolve("sub"));
    assertThat(run("view", Map.of("path", "p.PNG")).content())
        .containsExactly(new Part.Image("image/png", "AQID"));
    assertThat(text(run("view", Map.of("path", ".")))).isEqualTo(". is a directory:\np.PNG\nsub/");
    assertThat(run("view", Map.of("path", "none")).error()).isTrue();
  }

  @Test
  void viewShowsTheCellsOfANotebook() throws IOException {
    write(
        "a.ipynb",
        "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\",\"source\":[\"x = 1\\n\",\"x\"]}]}");
    assertThat(text(run("view", Map.of("path", "a.ipynb", "start_line", 2))))
        .isEqualTo(
            """
            [a notebook; its lines here are not those of the file, which is JSON]
                 2\tx = 1
                 3\tx
            """);
    write("b.ipynb", "no JSON");
    assertThat(text(run("view", Map.of("path", "b.ipynb")))).isEqualTo("     1\tno JSON\n");
  }

  @Test
  void aPdfIsShownAsItsText() throws Exception {
    Files.write(directory.resolve("a.pdf"), Pdfs.of("First line\nsecond line", "The end"));
    assertThat(text(run("view", Map.of("path", "a.pdf", "start_line", 3))))
        .isEqualTo(
            """
            [a PDF's text; its lines here are those of the text]
                 3\tsecond line
                 4\t[page 2 of 2]
                 5\tThe end
            """);
    write("b.pdf", "%PDF-1.7 and no more");
    assertThatThrownBy(() -> run("view", Map.of("path", "b.pdf")))
        .hasMessage("b.pdf is no PDF, or a broken one.");
    write("c.pdf", "a text");
    assertThat(text(run("view", Map.of("path", "c.pdf")))).isEqualTo("     1\ta text\n");
  }

  @Test
  void planChecksItsItems() {
    assertThatThrownBy(() -> run("plan", Map.of("items", "x"))).hasMessageContaining("array");
    assertThatThrownBy(() ->
            run("plan", Map.of("items", new Object[] {Map.of("text", "t", "status", "later")})))
        .hasMessageContaining("open, doing or done");
  }

  @Test
  void finishWithoutSchemaTakesNoOutput() {
    assertThatThrownBy(
            () -> run("finish", Map.of("summary", "s", "structured_output", Map.of("a", 1))))
        .isInstanceOf(ToolInputException.class)
        .hasMessageContaining("no schema");
  }

  @Test
  void aFileIsSharedAsItIsAndOnce() throws IOException {
    byte[] content = new byte[(5 << 20) + 3];
    content[5 << 20] = 7;
    Files.write(directory.resolve("report.bin"), content);

    var outcome = run("share_file", Map.of("path", "report.bin"));
    assertThat(text(outcome)).contains("report.bin at https://agent.example/event-0");
    assertThat(files.shared.get("event-0")).isEqualTo(content);

    Files.delete(directory.resolve("report.bin"));
    var tool = tools.find("share_file");
    var input = new Input(JsonMapper.shared().createObjectNode().put("path", "report.bin"));
    var context = context();
    assertThat(text(tool.recover(new Tool.Call("event-0", input, null), context)))
        .isEqualTo(text(outcome));
  }

  @Test
  void whatIsNoFileOrTooLargeIsNotShared() throws IOException {
    Files.createDirectory(directory.resolve("dir"));
    try (var file = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
      file.setLength((10 << 20) + 1);
    }
    for (var path :
        Map.of(
                "dir",
                "is a directory",
                "absent",
                "is no file",
                "large",
                "a file may have 10,485,760")
            .entrySet()) {
      assertThatThrownBy(() -> run("share_file", Map.of("path", path.getKey())))
          .isInstanceOf(ToolInputException.class)
          .hasMessageContaining(path.getValue());
    }
    assertThat(files.shared).isEmpty();
  }
}
