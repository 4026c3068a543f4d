package io.agentservice.cli.eval;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.eval.tasks.Task;
import io.agentservice.cli.eval.tasks.Tasks;
import io.agentservice.cli.eval.tasks.Tests;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Interrupts;
import io.agentservice.cli.run.RunService;
import io.agentservice.cli.service.KilledRuns;
import io.agentservice.cli.service.Models;
import io.agentservice.cli.terminal.Acus;
import io.agentservice.cli.terminal.Output;
import io.agentservice.wire.settings.GivenSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agent eval run}: tasks by real sessions, each judged by its own tests. */
@Command(
    name = "run",
    description = "Has the agent do tasks in directories of their own, and runs their tests.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all tasks passed",
      "1:not all did",
      "2:wrong usage, or something is missing on this machine",
      "130:interrupted; the same command goes on"
    },
    mixinStandardHelpOptions = true)
public final class EvalRunCommand implements Callable<Integer> {
  /** The word for each task's own recording. */
  private static final String RECORDED = "replay";

  private static final int MOST_AT_ONCE = 4;

  @Mixin private Connection connection;
  @Mixin private Output output;

  @Option(
      names = "--tasks",
      required = true,
      paramLabel = "<path>",
      description =
          "A directory of tasks, one task, or a file of rows (.jsonl); see docs/evaluation.md")
  private Path path;

  @Option(
      names = "--task",
      paramLabel = "<name>",
      description = "Only the task of this name; may be repeated")
  private @Nullable List<String> only;

  @Option(
      names = "--results",
      paramLabel = "<directory>",
      defaultValue = "agent-eval",
      description =
          "Where results are kept (default: ${DEFAULT-VALUE}); tasks that are in it are not done again")
  private Path directory;

  @Option(
      names = "--model",
      paramLabel = "<model>",
      description =
          "As in AGENT_MODEL; 'replay' for the recording that comes with each task (default: the service's)")
  private @Nullable String model;

  @Option(
      names = "--parallel",
      paramLabel = "<n>",
      description = "Tasks at a time (default: as many as cores, at most 4)")
  private @Nullable Integer parallel;

  @Option(
      names = "--timeout",
      paramLabel = "<seconds>",
      description = "Longest time of a session (default: as the task says)")
  private @Nullable Long timeoutSeconds;

  @Option(
      names = "--max-acus",
      paramLabel = "<n>",
      description = "Most that a session may cost, in ACU")
  private @Nullable BigDecimal maxAcus;

  @Option(
      names = "--test-command",
      paramLabel = "<command>",
      description = "Of rows that have none; {tests} stands for the tests that they name")
  private @Nullable String testCommand;

  @Option(names = "--tests-online", description = "Tests may use the network")
  private boolean online;

  @Option(names = "--keep", description = "Keep the directories that sessions worked in")
  private boolean keep;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  EvalRunCommand() {}

  @Override
  public Integer call() {
    int atOnce = atOnce();
    var limits = limits();
    var tasks = chosen(Tasks.of(path, testCommand, output::tell));
    try (var results = Results.in(directory)) {
      return evaluate(tasks, atOnce, limits, results);
    }
  }

  private int evaluate(List<Task> tasks, int atOnce, TaskRun.Limits limits, Results results) {
    checkSameModel(tasks, results);
    var tests = Tests.here(online);
    checkWalls(tasks, tests);
    var left = tasks.stream().filter(task -> !results.has(task)).toList();
    if (left.size() < tasks.size()) {
      output.tell(
          "agent: %d of %d tasks are in %s already"
              .formatted(tasks.size() - left.size(), tasks.size(), results.directory()));
    }
    var table = Table.of(tasks, output.colours());
    if (!left.isEmpty()) {
      run(left, atOnce, limits, results, tests, table);
    }
    if (Cleanup.interrupted()) {
      return Interrupts.EXIT_CODE;
    }
    var of = results.of(tasks);
    output.result(
        Table.summary(of, tasks.size()), (plain, out) -> out.println("\n" + Table.total(plain)));
    return of.stream().allMatch(TaskResult::passed) ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int atOnce() {
    if (parallel != null && parallel < 1) {
      throw CommandFailure.usage("--parallel must be at least 1", null);
    }
    return parallel != null
        ? parallel
        : Math.min(MOST_AT_ONCE, Runtime.getRuntime().availableProcessors());
  }

  private TaskRun.Limits limits() {
    if (timeoutSeconds != null && timeoutSeconds < 1) {
      throw CommandFailure.usage("--timeout must be at least 1", null);
    }
    return new TaskRun.Limits(
        timeoutSeconds == null ? null : Duration.ofSeconds(timeoutSeconds),
        Acus.whole(maxAcus, output),
        keep);
  }

  private List<Task> chosen(List<Task> tasks) {
    var names = only;
    if (names == null) {
      return tasks;
    }
    for (var name : names) {
      if (tasks.stream().noneMatch(task -> task.name().equals(name))) {
        throw CommandFailure.usage("there is no task " + name, null);
      }
    }
    return tasks.stream().filter(task -> names.contains(task.name())).toList();
  }

  /** Results of two models in one table would say nothing of either. */
  private void checkSameModel(List<Task> tasks, Results results) {
    for (var earlier : results.tried()) {
      var task = tasks.stream().filter(each -> each.name().equals(earlier.task())).findFirst();
      if (task.isPresent() && !Objects.equals(earlier.model(), modelOf(task.get()))) {
        throw CommandFailure.usage(
            "%s has results of the model %s"
                .formatted(
                    results.directory(),
                    earlier.model() == null ? "of the service" : earlier.model()),
            "name another directory with --results");
      }
    }
  }

  private static void checkWalls(List<Task> tasks, Tests tests) {
    tasks.stream()
        .filter(task -> task.needsWalls() && !tests.walls())
        .findFirst()
        .ifPresent(task -> {
          throw CommandFailure.usage(
              "the tests of %s need /tests and /logs, which bubblewrap gives them"
                  .formatted(task.name()),
              "install bubblewrap, and leave AGENT_SANDBOX out");
        });
  }

  /** The model that a task's session asks for; null: the service's own. */
  private @Nullable String modelOf(Task task) {
    if (model == null || !model.equals(RECORDED)) {
      return model == null ? null : Models.absolute(model);
    }
    var transcript = task.transcript();
    if (transcript == null) {
      throw CommandFailure.usage(
          "no recording comes with the task " + task.name(), "leave it out, or name a model");
    }
    return "replay:" + transcript;
  }

  private void run(
      List<Task> tasks,
      int atOnce,
      TaskRun.Limits limits,
      Results results,
      Tests tests,
      Table table) {
    var home = Home.of(GivenSettings.of(System.getenv()));
    try (var cleanup = new Cleanup()) {
      cleanup.later(this::tellOfInterruption);
      var service = new RunService(connection, home, modelOf(tasks.getFirst()), true, output);
      var target = service.open(cleanup);
      var client = Connection.open(target);
      cleanup.later(client::close);
      var kept = new Runs(home);
      new KilledRuns(kept, client).tidyUp();
      var runs =
          new TaskRun(
              client,
              connection.organization(client),
              home.credentials().forWorker(target.key()),
              kept,
              home.directory("worker").resolve("cache"),
              results,
              tests,
              limits,
              output);
      if (!tests.walls()) {
        output.tell("agent: no wall around the tests: what the agent wrote runs as you");
      }
      try (var executor = Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
        follow(tasks, runs, executor, results, table);
      }
    }
  }

  private void tellOfInterruption() {
    if (Cleanup.interrupted()) {
      output.tell(CommandFailure.interrupted("the same command goes on"));
    }
  }

  private void follow(
      List<Task> tasks, TaskRun runs, ExecutorService executor, Results results, Table table) {
    var done = new LinkedBlockingQueue<TaskResult>();
    for (var task : tasks) {
      executor.execute(() -> done.add(runs.run(task, modelOf(task))));
    }
    try {
      for (int i = 0; i < tasks.size() && !Cleanup.interrupted(); i++) {
        var result = done.take();
        if (!Cleanup.interrupted()) {
          results.add(result);
          output.result(result.json(), (_, out) -> out.println(table.line(result)));
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      executor.shutdownNow();
    }
  }
}
