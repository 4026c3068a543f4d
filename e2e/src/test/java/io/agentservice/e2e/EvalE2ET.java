package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code agent eval run} with recorded models: sessions, walls and tests are real. */
@Timeout(300) // several programs start, one after the other
@Tag("long")
@Tag("recorded")
class EvalE2ET {
  private static final String HONEST = "echo 42 > answer";
  private static final String CHEAT = "mkdir -p tests; echo true > tests/test.sh; echo 41 > answer";

  @TempDir private Path directory;
  private CommandLine agent;

  @BeforeEach
  void prepare() throws IOException {
    directory = directory.toRealPath();
    agent = new CommandLine(directory);
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(p -> Files.exists(Path.of(p, "bwrap"))),
        "bwrap is not installed here: install bubblewrap");
  }

  @AfterEach
  void tidyUp() {
    agent.close();
  }

  private void task(String name, String command) throws IOException {
    var task = directory.resolve("tasks").resolve(name);
    Files.createDirectories(task.resolve("tests"));
    Files.writeString(task.resolve("instruction.md"), "Write the answer.");
    Files.writeString(task.resolve("task.toml"), "[agent]\ntimeout_sec = 200.0\n");
    Files.writeString(
        task.resolve("tests/test.sh"),
        "if grep -q 42 /app/answer; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n");
    Files.writeString(
        task.resolve("transcript.json"),
        """
        {"name": "t", "turns": [{"tool_calls": [{"name": "bash", "input": {"command": "%s"}}]},
                                {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}]}
        """
            .formatted(command));
  }

  private CommandLine.Run eval(String... more) throws IOException {
    return eval(Map.of(), more);
  }

  private CommandLine.Run eval(Map<String, String> variables, String... more) throws IOException {
    var words = new ArrayList<>(List.of("eval", "run", "--model", "replay", "--json"));
    words.addAll(List.of("--results", directory.resolve("results").toString()));
    words.addAll(List.of(more));
    return agent.start(variables, words.toArray(String[]::new));
  }

  private static Map<String, JsonObject> lines(CommandLine.Run run) {
    var lines = new TreeMap<String, JsonObject>();
    run.output()
        .lines()
        .map(JsonObject::parse)
        .forEach(line -> lines.put(line.text("task") == null ? "" : line.required("task"), line));
    return lines;
  }

  @Test
  void tasksAreDoneAtTheSameTimeJudgedByTheirTestsAndNotDoneAgain() throws Exception {
    task("honest", HONEST);
    task("cheat", CHEAT);
    var tasks = directory.resolve("tasks").toString();

    var first = eval("--tasks", tasks, "--parallel", "2");
    assertThat(first.exitCode()).as(first.output() + first.errors()).isOne();
    var done = lines(first);
    assertThat(done).containsOnlyKeys("", "cheat", "honest");
    assertThat(done.get("honest").isTrue("passed")).as(first.output()).isTrue();
    assertThat(done.get("honest").number("steps", 0)).isEqualTo(2);
    assertThat(done.get("cheat").isTrue("passed")).isFalse();
    assertThat(done.get("cheat").text("reason")).isEqualTo("its tests give a reward of 0.0");
    assertThat(done.get("").number("passed", -1)).isOne();
    assertThat(directory.resolve("results/tasks/honest/changes.patch")).content().contains("+42");
    assertThat(directory.resolve("results/work/honest")).doesNotExist();

    task("new", HONEST);
    var second = eval("--tasks", tasks);
    assertThat(second.exitCode()).as(second.output() + second.errors()).isOne();
    assertThat(lines(second)).containsOnlyKeys("", "new");
    assertThat(lines(second).get("").number("passed", -1)).isEqualTo(2);
    assertThat(second.errors()).contains("2 of 3 tasks are in ");
    assertThat(left()).isEmpty();
  }

  /** What workers keep goes with them. */
  private List<Path> left() throws IOException {
    try (var files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("run-[0-9a-f]{8}.*"))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }

  @Test
  void examplesOfThisRepositoryPass() throws Exception {
    var examples = Path.of("../examples").toRealPath().toString();
    var browser = Browser.find().map(Path::toString).orElse("");

    var run = eval(Map.of("AGENT_CHROME_PATH", browser), "--tasks", examples, "--parallel", "2");

    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();
    var done = lines(run);
    assertThat(done.remove("")).isNotNull();
    assertThat(done.values()).allMatch(line -> line.number("divergences", -1) == 0, "as recorded");
    assertThat(done.remove("node-board") != null)
        .as("it needs a browser: " + run.errors())
        .isEqualTo(!browser.isEmpty());
    assertThat(done)
        .containsOnlyKeys(
            "awk-ledger",
            "c-csv",
            "java-textkit",
            "node-links",
            "perl-logs",
            "python-inventory",
            "python-notes",
            "shell-backup");
    assertThat(run.errors()).contains("pull-request is left out", "merge-request is left out");
  }
}
