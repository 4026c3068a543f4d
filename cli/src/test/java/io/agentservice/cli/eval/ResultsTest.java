package io.agentservice.cli.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.eval.tasks.Task;
import io.agentservice.cli.eval.tasks.Tests;
import io.agentservice.cli.eval.tasks.Verdict;
import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  private static final TaskResult PASSED =
      new TaskResult(
          "one",
          true,
          "finished",
          "",
          null,
          new TaskResult.Used("agent-1", 3, 40, 5, new BigDecimal("0.25"), 600));
  private static final TaskResult FAILED =
      new TaskResult(
          "two",
          false,
          "waiting",
          "its tests end with 1",
          "openai:x",
          new TaskResult.Used("agent-2", 1, 2, 3, new BigDecimal("1"), 4));

  @TempDir private Path directory;

  private static Task task(String name) {
    return new Task() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String prompt() {
        throw new AssertionError();
      }

      @Override
      public void prepare(Path work) {
        throw new AssertionError();
      }

      @Override
      public Verdict verify(Tests tests, Path work, Path notes) {
        throw new AssertionError();
      }
    };
  }

  @Test
  void whatWasKeptIsReadAgain() {
    var results = Results.in(directory);
    results.add(PASSED);
    results.add(FAILED);
    results.add(TaskResult.error("three", null, "no place"));

    assertThat(Results.in(directory).tried()).containsExactly(PASSED, FAILED);
  }

  @Test
  void theNewestOfATaskCounts() {
    var results = Results.in(directory);
    var task = task("one");
    results.add(TaskResult.error("one", null, "no place"));
    assertThat(Results.in(directory).tried()).isEmpty();
    assertThat(results.has(task)).isFalse();
    results.add(PASSED);

    assertThat(results.has(task)).isTrue();
    assertThat(Results.in(directory).tried()).containsExactly(PASSED);
  }

  @Test
  void aLineThatACrashCutShortDoesNotCountNorHinder() throws IOException {
    Results.in(directory).add(PASSED);
    var cut = FAILED.json().toJson().substring(0, 30);
    Files.writeString(directory.resolve("results.jsonl"), cut, StandardOpenOption.APPEND);

    var again = Results.in(directory);
    assertThat(again.tried()).containsExactly(PASSED);
    again.add(FAILED);
    assertThat(Results.in(directory).tried()).containsExactly(PASSED, FAILED);
  }

  @Test
  void anotherFileOfThatNameIsLeftAlone() throws IOException {
    var file = Files.writeString(directory.resolve("results.jsonl"), "{\"a\": 1}\n");

    assertThatThrownBy(() -> Results.in(directory))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("holds other lines than results");
    assertThat(file).hasContent("{\"a\": 1}");
  }
}
