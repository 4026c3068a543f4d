package io.agentservice.cli.session.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.server.agent.replay.CallResult;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an export is gone through; the calls are answered by the test. */
class ReplayTest {
  private static final String MANIFEST =
      "{\"format\": \"agent-session-export\", \"version\": 1, \"ended\": true}";

  @TempDir private Path directory;
  private final List<String> ran = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  private final class Answering implements Calls {
    @Override
    public String directory() {
      return directory.resolve("work").toString();
    }

    @Override
    public CallResult run(String tool, JsonObject input) {
      ran.add(tool);
      return new CallResult(false, 0, "ok\n[exit code 0]", null, null);
    }
  }

  private void event(String type, Object... data) {
    events.add(
        JsonObject.of("seq", (long) events.size() + 1, "type", type, "data", JsonObject.of(data))
            .toJson());
  }

  private void call(String tool, JsonObject input, String text) {
    var id = "call-" + events.size();
    event("tool_intent", "call_id", id, "command_id", "c", "tool", tool, "input", input);
    result(id, text);
  }

  private void result(String id, String text) {
    var part = Map.of("type", "text", "text", text);
    event(
        "tool_result",
        "call_id",
        id,
        "content",
        List.of(part),
        "error",
        false,
        "exit_code",
        0L,
        "duration_millis",
        3L,
        "cut_characters",
        0L);
  }

  private static JsonObject command(String text) {
    return JsonObject.of("command", text);
  }

  private Path file(Map<String, String> files) throws IOException {
    var file = directory.resolve("export.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (var one : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(one.getKey()));
        zip.write(one.getValue().getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return file;
  }

  private JsonObject replay(Map<String, String> more) throws IOException {
    var files = new LinkedHashMap<>(more);
    files.put("events.jsonl", String.join("\n", events) + "\n");
    files.put("manifest.json", MANIFEST);
    try (var export = ExportFile.open(file(files))) {
      return new Replay(
              export,
              new Answering(),
              "/then",
              (call, outcome) -> steps.add(call + ": " + outcome),
              told::add)
          .run();
    }
  }

  @Test
  void callsOfTheMachineRunAgainInTheirOrder() throws Exception {
    call("bash", command("make"), "ok\n[exit code 0]");
    call("view", JsonObject.of("path", "a.txt"), "ok\n[exit code 0]");

    var result = replay(Map.of());

    assertThat(ran).containsExactly("bash", "view");
    assertThat(result.text("outcome")).isEqualTo("same");
    assertThat(result.number("same", 0)).isEqualTo(2);
    assertThat(steps).containsExactly("bash make: the same", "view a.txt: the same");
  }

  @Test
  void whatChangesSomethingElsewhereIsTakenFromTheLog() throws Exception {
    call("git_push", JsonObject.of("directory", "shop"), "pushed");
    call("create_pull_request", JsonObject.of("title", "t"), "opened");
    call("bash", command("make && git push origin main"), "pushed\n[exit code 0]");
    call("docs__lookup", JsonObject.of("q", "x"), "found");
    call("bash", command("make"), "ok\n[exit code 0]");

    var result = replay(Map.of());

    assertThat(ran).containsExactly("bash");
    assertThat(result.text("outcome")).isEqualTo("same");
    assertThat(result.object("taken_from_the_log").fields())
        .containsOnlyKeys("git_push", "create_pull_request", "bash", "docs__lookup");
    assertThat(steps.get(2)).contains("taken from the log", "git push");
  }

  @Test
  void theFirstDifferenceIsNamedAndEndsIt() throws Exception {
    call("bash", command("make"), "ok\n[exit code 0]");
    call("bash", command("make test"), "12 tests\n[exit code 0]");
    call("bash", command("make clean"), "ok\n[exit code 0]");

    var result = replay(Map.of());

    assertThat(ran).hasSize(2);
    assertThat(result.text("outcome")).isEqualTo("different");
    var divergence = result.object("divergence");
    assertThat(divergence.number("step", 0)).isEqualTo(2);
    assertThat(divergence.number("seq", 0)).isEqualTo(4);
    assertThat(divergence.text("tool")).isEqualTo("bash");
    assertThat(divergence.list("difference")).containsExactly("@@ line 1 @@", "- 12 tests", "+ ok");
  }

  @Test
  void whatWasCutOffOrNeverBegunIsNotCompared() throws Exception {
    call("bash", command("sleep 1"), "[outcome unknown] The machine stopped");
    call("bash", command("sleep 2"), "[not run] The guardrail forbids this call");
    result("refused", "There is no tool foo");
    event("tool_intent", "call_id", "open", "tool", "bash", "input", command("sleep 3"));

    var result = replay(Map.of());

    assertThat(ran).isEmpty();
    assertThat(result.number("calls", 0)).isEqualTo(2);
    assertThat(result.object("taken_from_the_log").number("bash", 0)).isEqualTo(2);
    assertThat(result.number("without_a_result", 0)).isEqualTo(1);
  }

  @Test
  void noFileThatPeopleGaveIsWrittenThroughALink() throws Exception {
    var work = Files.createDirectories(directory.resolve("work"));
    var outside = Files.createDirectories(directory.resolve("outside"));
    var kept = Files.writeString(outside.resolve("kept"), "mine");
    Files.createSymbolicLink(work.resolve("in"), outside);
    Files.createSymbolicLink(work.resolve("file"), kept);
    Files.createSymbolicLink(work.resolve("nowhere"), outside.resolve("new"));
    event(
        "user_message",
        "text",
        "Sum it",
        "files",
        List.of(
            Map.of("attachment_id", "a-1", "path", "in/table.csv"),
            Map.of("attachment_id", "a-1", "path", "in/deep/table.csv"),
            Map.of("attachment_id", "a-1", "path", "file"),
            Map.of("attachment_id", "a-1", "path", "nowhere")));

    replay(
        Map.of(
            "attachments.jsonl",
            "{\"attachment_id\": \"a-1\", \"file\": \"attachments/a-1-table.csv\"}\n",
            "attachments/a-1-table.csv",
            "1,2\n"));

    assertThat(outside).isDirectoryNotContaining(file -> !file.equals(kept));
    assertThat(kept).hasContent("mine");
    assertThat(told).hasSize(4);
  }

  @Test
  void filesThatPeopleGaveAreThereAndNoneIsElsewhere() throws Exception {
    Files.createDirectories(directory.resolve("work"));
    event(
        "user_message",
        "text",
        "Sum it",
        "files",
        List.of(
            Map.of("attachment_id", "a-1", "path", "in/table.csv"),
            Map.of("attachment_id", "a-1", "path", "../outside.csv"),
            Map.of("attachment_id", "a-2", "path", "gone.csv")));

    replay(
        Map.of(
            "attachments.jsonl",
            "{\"attachment_id\": \"a-1\", \"file\": \"attachments/a-1-table.csv\"}\n",
            "attachments/a-1-table.csv",
            "1,2\n"));

    assertThat(directory.resolve("work/in/table.csv")).hasContent("1,2");
    assertThat(directory.resolve("outside.csv")).doesNotExist();
    assertThat(told).hasSize(2);
  }

  @Test
  void aFileThatIsLongerThanItSaysIsNotWrittenOn() throws Exception {
    Files.createDirectories(directory.resolve("work"));
    var file = file(Map.of("manifest.json", MANIFEST, "a.csv", "1,2,3\n"));
    var bytes = Files.readAllBytes(file);
    var text = new String(bytes, ISO_8859_1);
    int entry = text.indexOf("PK\1\2");
    while (!text.startsWith("a.csv", entry + 46)) {
      entry = text.indexOf("PK\1\2", entry + 1);
    }
    bytes[entry + 24] = 2; // the size that the zip's directory tells
    Files.write(file, bytes);

    try (var export = ExportFile.open(file)) {
      var work = directory.resolve("work");
      assertThatThrownBy(() -> export.copy("a.csv", work, Path.of("a.csv")))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("longer than it says");
    }
  }

  @Test
  void whatIsNoExportIsSaidWithWhatToDo() throws Exception {
    var text = Files.writeString(directory.resolve("text"), "no zip");
    var empty = file(Map.of("a", "b"));

    assertThatThrownBy(() -> ExportFile.open(directory.resolve("none")))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> ExportFile.open(text)).hasMessageContaining("no whole zip file");
    assertThatThrownBy(() -> ExportFile.open(empty)).hasMessageContaining("no manifest.json");
    var newer = file(Map.of("manifest.json", MANIFEST.replace(" 1,", " 2,")));
    assertThatThrownBy(() -> ExportFile.open(newer)).hasMessageContaining("newer");
    var broken = file(Map.of("manifest.json", MANIFEST, "events.jsonl", "{}\n{\"seq\": \n"));
    try (var export = ExportFile.open(broken)) {
      assertThatThrownBy(() -> export.events(_ -> {}))
          .isInstanceOfSatisfying(
              CommandFailure.class, failure -> assertThat(failure.exitCode()).isEqualTo(2))
          .hasMessageContaining("line 2 of its events.jsonl");
    }
  }
}
