package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A script sees by the exit code that the agent did not do what it was asked to. */
@Timeout(300) // several programs start, one after the other
class FailedTasksE2ET {
  private static final String LOOK =
      "{\"text\": \"I look.\", \"tool_calls\": [{\"name\": \"bash\", \"input\": {\"command\": \"true\"}}]}";
  private static final String FINISH =
      "{\"tool_calls\": [{\"name\": \"finish\", \"input\": {\"summary\": \"Done.\"}}]}";

  /** One for all: the database is made once. */
  @TempDir private static Path directory;

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
  void runEndsWith1WhenTheModelFailsInMidTask() throws Exception {
    var transcript = transcript(Files.createTempDirectory(directory, "task"), LOOK);
    var work = Files.createTempDirectory(directory, "work");

    var run =
        agent.start("run", "Do it", "--in", work.toString(), "--model", "replay:" + transcript);

    assertThat(run.exitCode()).as(run.output() + run.errors()).isEqualTo(1);
    assertThat(run.output()).contains("failed in");
  }

  @Test
  void demoEndsWith1WhenTheModelFailsInMidTask() throws Exception {
    demoEndsWith1(LOOK, 0, "failed in");
  }

  @Test
  void demoEndsWith1WhenTheAgentIsDoneButTheTestsStillFail() throws Exception {
    demoEndsWith1(LOOK + "," + FINISH, 1, "finished in");
  }

  private void demoEndsWith1(String turns, int tests, String said) throws Exception {
    var example = Files.createTempDirectory(directory, "example");
    transcript(example, turns);
    var script = Files.writeString(example.resolve("run-tests"), "#!/bin/sh\nexit " + tests + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();

    var demo = agent.start("demo", "--example", example.toString());

    assertThat(demo.exitCode()).as(demo.output() + demo.errors()).isEqualTo(1);
    assertThat(demo.output()).contains(said);
  }

  private static Path transcript(Path directory, String turns) throws IOException {
    String text = "{\"name\": \"t\", \"prompt\": \"Do it.\", \"turns\": [%s]}".formatted(turns);
    return Files.writeString(directory.resolve("transcript.json"), text);
  }
}
