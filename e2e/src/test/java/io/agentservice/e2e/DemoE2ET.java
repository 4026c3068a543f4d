package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sees who types {@code ./agent demo}. */
@Timeout(300) // several programs start, one after the other
class DemoE2ET {
  /** Long enough to be killed in; short enough when it is not. */
  private static final String SLOW_TRANSCRIPT =
      """
      {"name": "slow", "prompt": "Wait.", "turns": [
        {"text": "I wait.", "tool_calls": [
          {"name": "bash", "input": {"command": "echo waiting; sleep 600"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "Waited."}}]}]}
      """;

  @TempDir private Path directory;
  private CommandLine agent;

  @BeforeEach
  void prepare() throws IOException {
    agent = new CommandLine(directory);
  }

  @AfterEach
  void tidyUp() {
    agent.close();
  }

  @Test
  void endsWithTheTestFixedTheDiffShownAndNothingLeftRunning() throws Exception {
    var demo = agent.start("demo");

    assertThat(demo.exitCode()).as(demo.output() + demo.errors()).isZero();
    assertThat(demo.output())
        .contains("its tests   fail", "$ sh tests/run.sh", "11 passed, 2 failed")
        .contains("+  while IFS= read -r file; do", "they pass", "finished in")
        .doesNotContain("differs from the recording", "\u001b[");
    assertThat(demo.errors()).isEmpty();
    assertThat(agent.processes()).isEmpty();
    assertThat(Files.exists(agent.home().resolve("demo/server.json"))).isFalse();
  }

  @Test
  void aRunAfterOneThatWasKilledInMidSessionStartsCleanly() throws Exception {
    var slow = Files.createDirectory(directory.resolve("slow"));
    Files.writeString(slow.resolve("transcript.json"), SLOW_TRANSCRIPT);
    Files.writeString(slow.resolve("run-tests"), "#!/bin/sh\nexit 0\n");
    assertThat(slow.resolve("run-tests").toFile().setExecutable(true)).isTrue();
    var first = agent.start("demo", "--example", slow.toString());
    CommandLine.await(
        "the command to run\n" + first.errors(),
        () -> agent.processes().stream().anyMatch(DemoE2ET::sleeps));
    first.process().destroyForcibly().waitFor();
    var orphans = agent.processes();
    assertThat(orphans).as("database, remote and command outlive the kill").hasSizeGreaterThan(2);

    var second = agent.start("demo");

    assertThat(second.exitCode()).as(second.output() + second.errors()).isZero();
    assertThat(second.output()).contains("they pass");
    assertThat(agent.processes()).isEmpty();
    assertThat(orphans).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void ctrlCEndsEverything() throws Exception {
    var slow = Files.createDirectory(directory.resolve("slow"));
    Files.writeString(slow.resolve("transcript.json"), SLOW_TRANSCRIPT);
    Files.writeString(slow.resolve("run-tests"), "#!/bin/sh\nexit 0\n");
    assertThat(slow.resolve("run-tests").toFile().setExecutable(true)).isTrue();
    var demo = agent.start("demo", "--example", slow.toString());
    CommandLine.await(
        "the command to run\n" + demo.errors(),
        () -> agent.processes().stream().anyMatch(DemoE2ET::sleeps));

    demo.process().destroy();

    assertThat(demo.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.process().exitValue()).isNotZero();
    assertThat(demo.errors()).isEmpty();
    assertThat(agent.processes()).isEmpty();
  }

  private static boolean sleeps(ProcessHandle process) {
    return process.info().commandLine().orElse("").endsWith("sleep 600");
  }
}
