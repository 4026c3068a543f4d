package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.web.pages.Browser;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recorded examples still fit what really happens, and {@code agent run} shows it. */
@Tag("long")
@Tag("recorded")
@Timeout(300) // several programs start, one after the other
class ExamplesE2ET {
  /** One for all: the database is made once. */
  @TempDir(factory = ShortPaths.class)
  private static Path directory;

  /** A socket's path has an end: git of the demo's machine asks for credentials through one. */
  static final class ShortPaths implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
        throws IOException {
      return Files.createTempDirectory("d");
    }
  }

  private CommandLine agent;

  @BeforeEach
  void prepare() throws IOException {
    agent = new CommandLine(directory);
  }

  @AfterEach
  void tidyUp() {
    agent.close();
  }

  /**
   * shell-backup is played by {@link DemoE2ET} and below, all without parts of their own by {@link
   * EvalE2ET}.
   */
  @ParameterizedTest
  @CsvSource({"python-inventory, python3", "python-durations, python3"})
  void theDemoMendsEachExampleWithoutDivergence(String example, String tool) throws Exception {
    assumeTrue(installed(tool), tool + " is not installed here: install it");

    var _ = demo(example);
  }

  @Test
  void theDemoOfAPullRequestShowsWhatTheGitHostReceived() throws Exception {
    var demo = demo("pull-request");
    var summary = summary(demo);
    assertThat(demo.output().lines().filter(line -> line.contains("\"approval_requested\"")))
        .anyMatch(line -> line.contains("\"git_push\""))
        .anyMatch(line -> line.contains("\"create_pull_request\""));
    var request = summary.object("pull_request");
    assertThat(request.text("title")).isEqualTo("Compare versions by their numbers");
    assertThat(request.text("head")).startsWith("agent/");
    assertThat(request.text("base")).isEqualTo("main");
    assertThat(summary.text("diff")).contains("+  sort -t . -k 1,1n -k 2,2n -k 3,3n |");
    assertThat(summary.object("session").objects("pull_requests")).hasSize(1);
    assertThat(demo.output()).contains("\"type\":\"changes\"", "changes.patch");
  }

  @Test
  void theDemoOfAMergeRequestSpeaksToAHostOfGitLabsKind() throws Exception {
    assumeTrue(installed("python3"), "python3 is not installed here: install it");

    var demo = demo("merge-request");
    var summary = summary(demo);
    var request = summary.object("pull_request");
    assertThat(request.text("title")).isEqualTo("Keep letters with accents, count slugs on");
    assertThat(request.text("source_branch")).startsWith("agent/");
    assertThat(request.text("target_branch")).isEqualTo("main");
    assertThat(request.text("description"))
        .contains("7 tests, 2 of which failed before", "Whoever links to them needs redirects");
    assertThat(summary.text("diff")).contains("+    while made in taken:");
    assertThat(summary.object("session").objects("pull_requests"))
        .singleElement()
        .satisfies(opened ->
            assertThat(opened.text("pr_url")).endsWith("/acme/tools/slugs/-/merge_requests/1"));
  }

  @Test
  void theDemoOfAnAgentThatStartsOthersTellsWhatTheyHaveComeTo() throws Exception {
    var demo = demo("awk-ledger");
    var summary = summary(demo);
    assertThat(summary.objects("children"))
        .hasSize(3)
        .allSatisfy(child -> {
          assertThat(child.text("title")).startsWith("ledger: ");
          assertThat(child.text("session_id")).startsWith("agent-");
          assertThat(child.text("outcome")).isEqualTo("finished");
          assertThat(child.number("divergences", -1)).as(demo.output()).isZero();
        });
    assertThat(summary.text("diff"))
        .contains("b/bin/balance.awk", "b/bin/monthly.awk", "b/bin/check.awk");
    assertThat(agent.processes()).isEmpty();
  }

  @Test
  void theDemoOfAPageFindsInABrowserWhatNoTestSees() throws Exception {
    assumeTrue(installed("node"), "node is not installed here: install it");
    assumeTrue(Browser.find().isPresent(), "Chromium is not installed here: install chromium");

    var demo = demo("node-board");
    var summary = summary(demo);
    assertThat(summary.text("diff"))
        .contains("-  button.addEventListener('click', () => toggle(cards[index]));")
        .doesNotContain("board.png");
    assertThat(demo.output()).contains("\"type\":\"attachment\"", "board.png");
    assertThat(agent.processes()).isEmpty();
  }

  @Test
  void theDemoOfAPageSaysThatItNeedsABrowser() throws Exception {
    var variables = Map.of("AGENT_CHROME_PATH", directory.resolve("none").toString());
    var demo = agent.start(variables, "demo", "--example", "node-board");

    assertThat(demo.exitCode()).isEqualTo(2);
    assertThat(demo.errors())
        .contains("node-board needs a browser, and there is none", "install chromium");
  }

  @Test
  void runDoesATaskInADirectoryAndShowsWhatItChanged() throws Exception {
    var work = directory.resolve("my work");
    copy(Programs.root().resolve("examples/shell-backup"), work);
    git(work, "init", "-q");
    git(work, "add", "-A");
    git(work, "-c", "user.name=Me", "-c", "user.email=me@example.com", "commit", "-q", "-m", "All");
    Files.writeString(work.resolve("notes.txt"), "mine, from before\n");
    var transcript = Programs.root().resolve("examples/shell-backup/transcript.json");

    var run =
        agent.start("run", "Fix it", "--in", work.toString(), "--model", "replay:" + transcript);

    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();
    assertThat(run.output())
        .contains("+  while IFS= read -r file; do", "+++ b/tests/test_names.sh", "finished in")
        .doesNotContain("notes.txt", "differs from the recording");
    assertThat(agent.processes()).isEmpty();
    assertThat(agent.home().resolve("runs").toFile().listFiles((_, name) -> !name.equals("lock")))
        .as("what --continue goes on with, and no copy of anything")
        .singleElement()
        .satisfies(left -> assertThat(left).isFile().hasExtension("json"));
  }

  /** It went as it was recorded, and every prompt began as the one before. */
  private CommandLine.Run demo(String example) throws Exception {
    var demo = agent.start("demo", "--example", example, "--json");
    assertThat(demo.exitCode()).as(demo.output() + demo.errors()).isZero();
    var summary = summary(demo);
    assertThat(summary.isTrue("tests_passed_before")).isFalse();
    assertThat(summary.isTrue("tests_pass")).isTrue();
    assertThat(summary.number("divergences", -1)).as(demo.output()).isZero();
    assertThat(demo.output().lines().filter(line -> line.contains("\"model_turn\"")))
        .hasSizeGreaterThan(3)
        .allMatch(line -> line.contains("\"prompt\":"))
        .noneMatch(line -> line.contains("\"broken\":"));
    return demo;
  }

  private static JsonObject summary(CommandLine.Run demo) throws Exception {
    return JsonObject.parse(demo.output().lines().toList().getLast());
  }

  private static boolean installed(String program) {
    return List.of(System.getenv("PATH").split(":", -1)).stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private static void git(Path directory, String... words) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", directory.toString()));
    command.addAll(List.of(words));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        var target = to.resolve(from.relativize(file).toString());
        if (!file.endsWith("transcript.json")) {
          Files.copy(file, target);
        }
      }
    }
  }
}
