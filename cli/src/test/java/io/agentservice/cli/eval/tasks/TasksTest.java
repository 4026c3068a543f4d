package io.agentservice.cli.eval.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.demo.Example;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TasksTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void realPath() throws IOException {
    directory = directory.toRealPath();
  }

  private List<Task> tasks(Path path) {
    return Tasks.of(path, null, told::add);
  }

  private Path harbor(String name, String toml) throws IOException {
    var task = Files.createDirectories(directory.resolve(name));
    Files.createDirectories(task.resolve("tests"));
    Files.writeString(task.resolve("tests/test.sh"), "true\n");
    Files.writeString(task.resolve("instruction.md"), "Mend it.\n");
    Files.writeString(task.resolve("task.toml"), toml);
    return task;
  }

  private Path rows(String... rows) throws IOException {
    return Files.writeString(directory.resolve("rows.jsonl"), String.join("\n", rows) + "\n");
  }

  private static String row(Object... more) {
    var fields =
        new ArrayList<Object>(
            List.of(
                "instance_id",
                "acme__shop-1",
                "repo",
                "acme/shop",
                "base_commit",
                COMMIT,
                "problem_statement",
                "It is wrong.",
                "test_command",
                "pytest {tests}"));
    fields.addAll(List.of(more));
    return JsonObject.of(fields.toArray()).toJson();
  }

  @Test
  void aDirectoryIsATaskOrHoldsThem() throws IOException {
    var one = harbor("one", "[agent]\ntimeout_sec = 90.5\n");
    harbor("two", "");
    Files.createDirectories(directory.resolve("other"));

    assertThat(tasks(one)).extracting(Task::name).containsExactly("one");
    assertThat(tasks(one).getFirst().longest()).isEqualTo(Duration.ofMillis(90_500));
    assertThat(tasks(directory)).extracting(Task::name).containsExactly("one", "two");
    assertThat(tasks(directory).getLast().longest()).isNull();
    assertThat(tasks(directory)).extracting(Task::prompt).containsOnly("Mend it.\n");
  }

  @Test
  void whatOnlyADemoCanRunIsLeftOutAndSaidSo() throws IOException {
    harbor("one", "");
    var demo = Files.createDirectories(directory.resolve("host"));
    Files.writeString(demo.resolve("transcript.json"), "{\"prompt\": \"x\", \"turns\": []}");
    Files.writeString(demo.resolve("repository.txt"), "acme/shop");

    assertThat(tasks(directory)).extracting(Task::name).containsExactly("one");
    assertThat(told).containsExactly("agent: host is left out: `agent demo` alone can run it");
  }

  @Test
  void whatNeedsABrowserIsATaskWhereTheSessionsHaveOne() throws IOException {
    Files.writeString(
        directory.resolve("transcript.json"),
        """
        {"prompt": "Look", "turns": [{"tool_calls": [{"name": "browser", "input": {}}]}]}
        """);
    var example = Example.named(directory.toString());
    var browser = Files.createFile(directory.resolve("chromium"));
    assertThat(browser.toFile().setExecutable(true)).isTrue();

    assertThat(ExampleTask.obstacle(example, Map.of("PATH", directory.toString())))
        .isEqualTo("it needs a browser, which AGENT_CHROME_PATH has to name");
    assertThat(ExampleTask.obstacle(example, Map.of("AGENT_CHROME_PATH", browser.toString())))
        .isNull();
  }

  @Test
  void aRowNamesItsTestsAsAListOrAsATextThatIsOne() throws IOException {
    var list = row("FAIL_TO_PASS", List.of("a::b", "it's"), "PASS_TO_PASS", List.of("c"));
    var text = row("FAIL_TO_PASS", "[\"a::b\", \"it's\"]", "PASS_TO_PASS", "[\"c\"]");

    for (var each : List.of(list, text)) {
      assertThat(tasks(rows(each)).getFirst())
          .isEqualTo(
              new RepositoryTask(
                  "acme__shop-1",
                  "It is wrong.",
                  "https://github.com/acme/shop",
                  COMMIT,
                  "",
                  "pytest 'a::b' 'it'\\''s' 'c'"));
    }
  }

  @Test
  void aRepositoryBesideTheFileIsTaken() throws IOException {
    Files.createDirectories(directory.resolve("acme/shop"));

    assertThat(((RepositoryTask) tasks(rows(row())).getFirst()).repository())
        .isEqualTo(directory.resolve("acme/shop").toString());
  }

  @Test
  void whatIsNoTaskIsSaidWithItsPlace() throws IOException {
    var bare = directory.resolve("bare");
    Files.createDirectories(bare);
    Files.writeString(bare.resolve("instruction.md"), "x");
    refused(bare, "has no tests/test.sh");
    Files.delete(bare.resolve("instruction.md"));
    refused(bare, "there is no task in");
    refused(directory.resolve("missing"), "there is no /");
    refused(harbor("toml", "[agent"), "task.toml", "can't be read");
    refused(rows(row(), "{"), "line 2");
    refused(rows("{\"instance_id\": \"a\"}"), "line 1 says no test_command");
    refused(rows(row("base_commit", "main; rm -rf /")), "base_commit", "does not match");
    refused(rows(row("instance_id", "../up")), "instance_id", "does not match");
    refused(rows(row(), row()), "two tasks are called acme__shop-1");
  }

  private void refused(Path path, String... words) {
    assertThatThrownBy(() -> tasks(path))
        .isInstanceOfSatisfying(
            CommandFailure.class, failure -> assertThat(failure.exitCode()).isEqualTo(2))
        .message()
        .satisfies(message ->
            assertThat(List.of(words)).anyMatch(word -> String.valueOf(message).contains(word)));
  }
}
