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
import java.util.List;
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
          new TaskResult.Used("agent-1", 3, 6, 40, 5, new BigDecimal("0.25"), 600));
  private static final TaskResult FAILED =
      new TaskResult(
          "two",
          false,
          "waiting",
          "its tests end with 1",
          "openai:x",
          new TaskResult.Used("agent-2", 1, 0, 2, 3, new BigDecimal("1"), 4));

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

  private List<TaskResult> kept() {
    try (var results = Results.in(directory)) {
      return results.tried();
    }
  }

  private void keep(TaskResult... more) {
    try (var results = Results.in(directory)) {
      List.of(more).forEach(results::add);
    }
  }

  @Test
  void whatWasKeptIsReadAgain() {
    keep(PASSED, FAILED, TaskResult.error("three", null, "no place"));

    assertThat(kept()).containsExactly(PASSED, FAILED);
  }

  @Test
  void theNewestOfATaskCounts() {
    keep(TaskResult.error("one", null, "no place"));
    assertThat(kept()).isEmpty();
    try (var results = Results.in(directory)) {
      assertThat(results.has(task("one"))).isFalse();
      results.add(PASSED);
      assertThat(results.has(task("one"))).isTrue();
    }

    assertThat(kept()).containsExactly(PASSED);
  }

  @Test
  void aLineThatACrashCutShortDoesNotCountNorHinder() throws IOException {
    keep(PASSED);
    var cut = FAILED.json().toJson().substring(0, 30);
    Files.writeString(directory.resolve("results.jsonl"), cut, StandardOpenOption.APPEND);

    assertThat(kept()).containsExactly(PASSED);
    keep(FAILED);
    assertThat(kept()).containsExactly(PASSED, FAILED);
  }

  @Test
  void twoEvaluationsDoNotWorkInOneDirectory() {
    try (var results = Results.in(directory)) {
      assertThatThrownBy(() -> Results.in(directory))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("another evaluation works in " + directory);
      results.add(PASSED);
    }
    assertThat(kept()).containsExactly(PASSED);
  }

  @Test
  void aTaskMayHaveTheNameOfAnythingElseThere() throws IOException {
    try (var results = Results.in(directory)) {
      var other = Files.createFile(results.work(task("other")).resolve("file"));
      for (var name : List.of("work", "tasks", "results.jsonl")) {
        results.notes(task(name));
        results.work(task(name));
      }
      results.add(PASSED);
      assertThat(other).exists();
    }
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
