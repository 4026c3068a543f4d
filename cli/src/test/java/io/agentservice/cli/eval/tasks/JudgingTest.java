package io.agentservice.cli.eval.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.cli.demo.Example;
import io.agentservice.cli.process.Program;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of tasks see and say of what a session left. */
class JudgingTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static Tests tests;

  @TempDir private Path directory;
  private Path work;
  private Path notes;

  @BeforeAll
  static void walls() {
    tests = Tests.here(false);
    assumeTrue(tests.walls(), "bubblewrap is not installed here, or does not work");
  }

  @BeforeEach
  void directories() throws IOException {
    directory = directory.toRealPath();
    work = Files.createDirectories(directory.resolve("work"));
    notes = Files.createDirectories(directory.resolve("notes"));
  }

  private static void git(Path in, String... words) {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=A", "-c", "user.email=a@b.c"));
    command.addAll(List.of(words));
    Program.run(in, command, Map.of());
  }

  @Test
  void whatAnAgentWroteSeesNeitherTheHomeNorOtherFilesNorTheNetwork() throws IOException {
    var secret = Files.writeString(directory.resolve("secret"), "s3cret");
    var script =
        "ls -A %s; cat %s; cat /proc/net/dev | grep -vE 'lo:|Inter|face'; env | grep -vE '^(PATH|LANG|JAVA_HOME|TERM|HOME|PWD|OLDPWD|SHLVL|_)='; true"
            .formatted(System.getProperty("user.home") + "/.ssh", secret);
    var said = tests.run(work, List.of(), work, script, LONG);

    assertThat(said.output()).isEmpty();
    assertThat(said.errors()).doesNotContain("s3cret");
    tests.run(work, List.of(), work, "echo x > %s; echo y > here".formatted(secret), LONG);
    assertThat(secret).hasContent("s3cret");
    assertThat(work.resolve("here")).hasContent("y");
  }

  private static Path fresh(Path directory) throws IOException {
    Trees.delete(directory);
    return Files.createDirectories(directory);
  }

  private HarborTask harbor(String script) throws IOException {
    var task = directory.resolve("task");
    Files.createDirectories(task.resolve("tests"));
    Files.createDirectories(task.resolve("environment"));
    Files.writeString(task.resolve("instruction.md"), "Write it");
    Files.writeString(task.resolve("environment/Dockerfile"), "FROM scratch");
    Files.writeString(task.resolve("environment/given"), "given");
    Files.writeString(task.resolve("tests/test.sh"), script);
    return HarborTask.of(task);
  }

  @Test
  void aRewardOfOnePassesAndAnythingElseDoesNot() throws IOException {
    assertThat(reward("cp /tests/test.sh /app/seen; echo 1 > /logs/verifier/reward.txt; exit 3"))
        .isEqualTo("");
    assertThat(work.resolve("seen")).exists();
    assertThat(reward("echo 0.5 > /logs/verifier/reward.txt"))
        .isEqualTo("its tests give a reward of 0.5");
    assertThat(reward("echo '{\"reward\": 1.0}' > /logs/verifier/reward.json")).isEqualTo("");
    assertThat(reward("echo '{\"reward\": 0}' > /logs/verifier/reward.json"))
        .isEqualTo("its tests give a reward of 0.0");
    assertThat(reward("echo yes > /logs/verifier/reward.txt"))
        .isEqualTo("its tests give no number as reward");
    assertThat(
            reward(
                "echo 1 > /app/one; ln -s %s/one /logs/verifier/reward.txt; exit 4"
                    .formatted(work)))
        .isEqualTo("its tests end with 4");
    assertThat(reward("exit 2")).isEqualTo("its tests end with 2");
    assertThat(reward("true")).isEqualTo("");
  }

  private String reward(String script) throws IOException {
    work = fresh(work);
    var task = harbor(script);
    task.prepare(work);
    assertThat(work.resolve("given")).hasContent("given");
    assertThat(work.resolve("Dockerfile")).doesNotExist();
    var verdict = task.verify(tests, work, fresh(notes));
    assertThat(verdict.passed()).isEqualTo(verdict.reason().isEmpty());
    return verdict.reason();
  }

  @Test
  void theTestsOfARowCountWhateverTheSessionMadeOfThem() throws IOException {
    var shop = Files.createDirectories(directory.resolve("shop"));
    git(shop, "init", "-q", "-b", "main");
    Files.writeString(shop.resolve("sum"), "wrong\n");
    Files.writeString(shop.resolve("test.sh"), "true\n");
    git(shop, "add", "-A");
    git(shop, "commit", "-q", "-m", "First");
    var commit = Program.run(shop, List.of("git", "rev-parse", "HEAD"), Map.of()).strip();
    Files.writeString(shop.resolve("test.sh"), "grep -q right sum\n");
    Files.writeString(shop.resolve("more.sh"), "exit 0\n");
    git(shop, "add", "-A");
    var patch = Program.run(shop, List.of("git", "diff", "--cached"), Map.of());
    git(shop, "commit", "-q", "-m", "Second");
    var task =
        new RepositoryTask(
            "shop-1", "Mend it", shop.toString(), commit, patch, "sh test.sh && sh more.sh");

    task.prepare(work);
    assertThat(work.resolve("more.sh")).doesNotExist();
    Files.writeString(work.resolve("test.sh"), "exit 0 # all is well\n");
    Files.writeString(work.resolve("more.sh"), "exit 0 # so is this\n");
    assertThat(task.verify(tests, work, notes).reason()).isEqualTo("its tests end with 1");
    Files.writeString(work.resolve("sum"), "right\n");
    assertThat(task.verify(tests, work, notes).passed()).isTrue();

    Files.delete(work.resolve(".git/index"));
    Files.writeString(work.resolve(".git/HEAD"), "nonsense");
    assertThat(task.verify(tests, work, notes).reason())
        .isEqualTo("its tests can't be applied to what the session left");
  }

  @Test
  void theTestsOfAnExampleAreAsTheyWere() throws IOException {
    var example = directory.resolve("example");
    Files.createDirectories(example.resolve("tests"));
    Files.writeString(example.resolve("transcript.json"), "{\"prompt\": \"x\", \"turns\": []}");
    Files.writeString(example.resolve("tests/run.sh"), "grep -q right sum");
    Files.writeString(example.resolve("sum"), "wrong");
    var task = new ExampleTask(Example.named(example.toString()));

    task.prepare(work);
    Files.writeString(work.resolve("tests/run.sh"), "exit 0");
    assertThat(task.verify(tests, work, notes).passed()).isFalse();
    Files.writeString(work.resolve("sum"), "right");
    assertThat(task.verify(tests, work, notes).passed()).isTrue();
  }
}
