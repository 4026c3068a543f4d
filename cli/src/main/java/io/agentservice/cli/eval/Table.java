package io.agentservice.cli.eval;

import io.agentservice.cli.eval.tasks.Task;
import io.agentservice.cli.terminal.Colours;
import io.agentservice.cli.terminal.EventPrinter;
import io.agentservice.wire.costs.Cost;
import io.agentservice.wire.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * Results in words: a line for each task as it ends, and what they come to.
 *
 * @param width of the longest name
 */
record Table(int width, Colours colours) {
  private static final int MOST = 40;

  static Table of(List<Task> tasks, Colours colours) {
    int longest = tasks.stream().mapToInt(task -> task.name().length()).max().orElse(0);
    return new Table(Math.min(longest, MOST), colours);
  }

  String line(TaskResult result) {
    var word = result.passed() ? colours.green("passed") : colours.red("failed");
    var used = result.used();
    var took =
        used == null
            ? ""
            : "%4d steps  %,10d tokens  %9s  %8s"
                .formatted(
                    used.steps(),
                    used.inputTokens() + used.outputTokens(),
                    Cost.acus(used.acus()),
                    EventPrinter.seconds(used.millis()));
    return "%s  %s  %s  %s"
        .formatted(word, padded(result.task()), took, because(result))
        .stripTrailing();
  }

  private static String because(TaskResult result) {
    return switch (result.outcome()) {
      case "finished", "error" -> result.reason();
      default -> "%s; %s".formatted(result.outcome().replace('_', ' '), result.reason());
    };
  }

  private String padded(String name) {
    return name + " ".repeat(Math.max(0, width - name.length()));
  }

  /** All of them, for programs. */
  static JsonObject summary(List<TaskResult> results, int tasks) {
    var used = results.stream().map(TaskResult::used).filter(Objects::nonNull).toList();
    long passed = results.stream().filter(TaskResult::passed).count();
    return JsonObject.of(
        "type",
        "summary",
        "tasks",
        tasks,
        "passed",
        passed,
        "failed",
        results.stream().filter(each -> each.tried() && !each.passed()).count(),
        "errors",
        results.stream().filter(each -> !each.tried()).count(),
        "steps",
        used.stream().mapToLong(TaskResult.Used::steps).sum(),
        "input_tokens",
        used.stream().mapToLong(TaskResult.Used::inputTokens).sum(),
        "output_tokens",
        used.stream().mapToLong(TaskResult.Used::outputTokens).sum(),
        "acus",
        used.stream().map(TaskResult.Used::acus).reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  static String total(JsonObject summary) {
    return "%d of %d passed, %s, %,d tokens"
        .formatted(
            summary.number("passed", 0),
            summary.number("tasks", 0),
            Cost.acus(summary.decimal("acus")),
            summary.number("input_tokens", 0) + summary.number("output_tokens", 0));
  }
}
