package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code agent run} beside a service that runs; only the model is a recording. */
@Timeout(300) // several programs start, one after the other
class RunE2ET {
  private static final String ASK =
      """
      {"tool_calls": [{"name": "ask", "input": {"question": "Which colour?"}}]}\
      """;
  private static final String PAINT =
      """
      {"tool_calls": [{"name": "bash", "input": {"command": "echo painted >> result"}}]}\
      """;
  private static final String WAIT =
      """
      {"tool_calls": [{"name": "bash", "input": {"command": "echo begun >> result; sleep 3333", "timeout_seconds": 3600}}]}\
      """;
  private static final String FINISH =
      """
      {"tool_calls": [{"name": "finish", "input": {"summary": "Done."}}]}\
      """;

  @TempDir private static Path directory;
  private static CommandLine agent;
  private static CommandLine.Run up;

  private Path shop;

  @BeforeAll
  static void start() throws Exception {
    agent = new CommandLine(directory);
    up = agent.start(Map.of("AGENT_REPLAY_MODELS", "true"), "up", "--port", "0");
    up.await("the service", () -> up.output().contains("Ctrl-C ends"));
  }

  @AfterAll
  static void stop() throws Exception {
    up.process().destroy();
    up.exitCode();
    agent.close();
  }

  @BeforeEach
  void repository() throws Exception {
    shop = Files.createTempDirectory(directory.toRealPath(), "shop");
    git("init", "-q", "-b", "main");
    Files.writeString(shop.resolve("file"), "one\n");
    git("add", ".");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "First");
  }

  private String git(String... words) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(shop.toFile()).redirectErrorStream(true);
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** A new session whose model plays these turns. */
  private String[] run(List<String> turns, String... more) throws IOException {
    var transcript = Files.createTempFile(directory, "transcript", ".json");
    Files.writeString(
        transcript, "{\"name\": \"t\", \"turns\": [%s]}".formatted(String.join(", ", turns)));
    var words = new ArrayList<>(List.of("run", "Paint it", "--in", shop.toString()));
    words.addAll(List.of("--model", "replay:" + transcript));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private String[] goOn(String... more) {
    var words = new ArrayList<>(List.of("run", "--in", shop.toString(), "--continue"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static void ends(CommandLine.Run run, int exitCode) throws Exception {
    assertThat(run.exitCode()).as(run.output() + run.errors()).isEqualTo(exitCode);
  }

  private static String session(CommandLine.Run run) {
    return run.output()
        .lines()
        .filter(line -> line.startsWith("session agent-"))
        .map(line -> line.substring("session ".length()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(run.output() + run.errors()));
  }

  @Test
  void aQuestionIsAnsweredAtTheTerminal() throws Exception {
    var run = agent.startAtTerminal(run(List.of(ASK, PAINT, FINISH)));
    run.await("the question", () -> run.output().contains("answer: "));
    run.type("blue\n");

    ends(run, 0);
    assertThat(run.output()).contains("Which colour?", "user: blue", "+painted", "finished in");
  }

  @Test
  void whatIsRiskyIsApprovedOrRefusedAtTheTerminal() throws Exception {
    var risky =
        """
        {"tool_calls": [{"name": "bash", "input": {"command": "echo one >> ran; git push || true"}}]}\
        """;
    var run = agent.startAtTerminal(run(List.of(risky, risky, FINISH), "--approvals", "risky"));
    run.await("the first", () -> run.output().contains("approve? "));
    assertThat(run.output()).contains("$ echo one >> ran; git push || true");
    run.type("y\n");
    run.await("the second", () -> run.output().split("approve\\? ", -1).length == 3);
    run.type("once is enough\n");

    ends(run, 0);
    assertThat(run.output()).contains("refused", ": once is enough", "finished in");
    assertThat(shop.resolve("ran")).hasContent("one");
  }

  @Test
  void withoutATerminalARequestEndsTheCommandAndIsAnsweredByAnother() throws Exception {
    var risky =
        """
        {"tool_calls": [{"name": "bash", "input": {"command": "touch ran; git push || true"}}]}\
        """;
    var run = agent.start(run(List.of(risky, FINISH), "--approvals", "risky"));
    ends(run, 3);
    var id = session(run);
    assertThat(run.output()).contains("waits for approval", "agent session approve " + id);
    var listed = agent.start("session", "approvals", id);
    ends(listed, 0);
    assertThat(listed.output()).contains("open", "$ touch ran; git push || true");

    ends(agent.start("session", "refuse", id, "not now"), 0);

    var again = agent.start("session", "approve", id);
    ends(again, 1);
    assertThat(again.errors()).contains("waits for no approval");
    assertThat(shop.resolve("ran")).doesNotExist();
  }

  @Test
  void withoutATerminalTheQuestionEndsTheCommandWhichSaysHowToAnswer() throws Exception {
    var run = agent.start(run(List.of(ASK, PAINT, FINISH)));
    ends(run, 3);
    var id = session(run);
    assertThat(run.output()).contains("Which colour?", "agent run --continue " + id + " 'ANSWER'");

    var silent = agent.start(goOn());
    ends(silent, 2);
    assertThat(silent.errors()).contains("Which colour?", id);
    var answered = agent.start(goOn(id, "blue", "--json"));
    ends(answered, 0);
    assertThat(answered.output()).contains("\"text\":\"blue\"", "\"outcome\":\"finished\"");
    assertThat(shop.resolve("result")).hasContent("painted");
  }

  @Test
  void aFinishedRunIsGoneOnWithInItsDirectory() throws Exception {
    ends(agent.start(run(List.of(PAINT, FINISH, PAINT, FINISH))), 0);

    var second = agent.start(goOn("And once more"));

    ends(second, 0);
    assertThat(second.output()).contains("user: And once more").doesNotContain("Paint it");
    assertThat(Files.readString(shop.resolve("result"))).isEqualTo("painted\npainted\n");
  }

  @Test
  void ctrlCSaysHowToGoOnAndThenItGoesOn() throws Exception {
    var first = agent.start(run(List.of(WAIT, PAINT, FINISH)));
    first.await("the command", () -> Files.exists(shop.resolve("result")));
    first.interrupt();
    ends(first, 130);
    assertThat(first.errors().lines().filter(line -> line.contains("interrupted")))
        .singleElement()
        .asString()
        .contains("agent run --continue agent-");
    assertThat(sleepers()).isEmpty();

    var second = agent.start(goOn());

    ends(second, 0);
    assertThat(Files.readString(shop.resolve("result"))).isEqualTo("begun\npainted\n");
  }

  @Test
  void aSecondCtrlCEndsAtOnce() throws Exception {
    var run = agent.start(run(List.of(WAIT)));
    run.await("the command", () -> Files.exists(shop.resolve("result")));
    up.signal("STOP"); // nothing ends in order without the service
    try {
      run.interrupt();
      run.await("the first word", () -> run.errors().contains("interrupted"));
      run.interruptUntilItEnds(); // one that comes with the first is the same wish
      ends(run, 130);
      assertThat(sleepers()).isEmpty();
      assertThat(agent.home().resolve("runs").toFile().list())
          .as("nothing was tidied up")
          .anyMatch(name -> name.matches("run-[0-9a-f]{8}"));
    } finally {
      up.signal("CONT");
    }
  }

  private static List<ProcessHandle> sleepers() {
    return agent.processes().stream()
        .filter(process -> process.info().commandLine().orElse("").endsWith("sleep 3333"))
        .toList();
  }

  @Test
  void theUsersObjectStoreIsAsItWas() throws Exception {
    try (var large = new RandomAccessFile(shop.resolve("untracked").toFile(), "rw")) {
      large.setLength(50L << 20);
    }
    var before = git("count-objects", "-v");

    var run = agent.start(run(List.of(PAINT, FINISH)));

    ends(run, 0);
    assertThat(run.output()).contains("+painted");
    assertThat(git("count-objects", "-v")).isEqualTo(before);
    assertThat(git("status", "--porcelain").lines()).containsExactly("?? result", "?? untracked");
  }

  @Test
  void theResultIsLeftAsABranchWhichALaterRunGoesOnWith() throws Exception {
    Files.writeString(shop.resolve("file"), "not committed\n");
    var run = agent.start(run(List.of(PAINT, FINISH, PAINT, FINISH), "--branch", "mend"));
    ends(run, 0);
    assertThat(run.output()).contains("+painted", "branch  mend");
    assertThat(run.errors()).contains("1 changed or new files", "not committed");
    assertThat(git("status", "--porcelain").strip()).isEqualTo("M file");
    assertThat(git("show", "mend:result")).isEqualTo("painted\n");

    ends(agent.start(goOn("Once more")), 0);
    assertThat(git("show", "mend:result")).isEqualTo("painted\npainted\n");
    assertThat(git("log", "--format=%s", "main..mend").lines())
        .containsExactly("Once more", "Paint it");
    var again = agent.start(run(List.of(FINISH), "--branch", "mend"));
    ends(again, 2);
    assertThat(again.errors()).contains("there is a branch mend already");
  }

  @Test
  void aRunBesideTheCheckoutMakesUpANameAndSaysItToPrograms() throws Exception {
    var run = agent.start(run(List.of(PAINT, FINISH), "--worktree", "--json"));
    ends(run, 0);
    var lines = run.output().lines().toList();
    var branch = JsonObject.parse(lines.getLast()).text("branch");
    assertThat(branch).startsWith("agent/run-");
    assertThat(git("show", branch + ":result")).isEqualTo("painted\n");
    assertThat(agent.home().resolve("runs").toFile().list())
        .noneMatch(name -> name.startsWith(branch.substring("agent/".length())));
  }

  @Test
  void besideTheDirectoryTheAgentHasItsHistory() throws Exception {
    var look =
        """
        {"tool_calls": [{"name": "bash", "input": {"command": "git log --format=%s; git status --short; echo two > file"}}]}\
        """;
    var run = agent.start(run(List.of(look, FINISH), "--branch", "two"));

    ends(run, 0);
    assertThat(run.output()).contains("    First").doesNotContain("bad object", "alternate");
    assertThat(run.output()).as("nothing was changed before").doesNotContain("?? file");
    assertThat(git("diff", "--name-only", "main", "two").strip()).isEqualTo("file");
    assertThat(run.output()).contains("changed .: 1 file");
  }
}
