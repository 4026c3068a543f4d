package io.agentservice.cli.eval;

import io.agentservice.cli.eval.tasks.Task;
import io.agentservice.cli.eval.tasks.Tests;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.run.RunWorker;
import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.Output;
import io.agentservice.cli.workplace.Workplace;
import io.agentservice.client.AgentClient;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Does tasks, each in a session with a worker of its own; several at once.
 *
 * @param key of the worker
 * @param runs what is killed is tidied up as a run is
 */
record TaskRun(
    AgentClient client,
    String org,
    String key,
    Runs runs,
    Path cache,
    Results results,
    Tests tests,
    Limits limits,
    Output output) {
  private static final int TITLE = 100;

  /**
   * Of each session.
   *
   * @param longest null: as the task says, else without end
   * @param acus null: as the organization says
   * @param keep whether what they leave stays where it is
   */
  record Limits(@Nullable Duration longest, @Nullable Integer acus, boolean keep) {}

  /** From an empty directory to what the tests say; what can't be done is a result, too. */
  TaskResult run(Task task, @Nullable String model) {
    try {
      var work = results.work(task);
      var notes = results.notes(task);
      task.prepare(work);
      var result = work(task, model, work, notes);
      var verdict = task.verify(tests, work, notes);
      keep(notes.resolve("tests.log"), verdict.output());
      if (!limits.keep()) {
        Fresh.delete(work);
      }
      return TaskResult.of(task.name(), model, result, verdict);
    } catch (RuntimeException e) { // whoever waits for it must hear of it
      return TaskResult.error(task.name(), model, String.valueOf(e.getMessage()));
    }
  }

  private WorkSession.Result work(Task task, @Nullable String model, Path work, Path notes) {
    var name = Runs.newName();
    try (var cleanup = new Cleanup()) {
      var hold = runs.takeSoon(name);
      cleanup.later(hold::close);
      var place = new RunWorker.Place(name, runs.place(name), cache, work);
      var workplace = Workplace.inPlace(work, notes.resolve("git"), output);
      var worker = RunWorker.start(client, key, place, output, cleanup);
      var session = WorkSession.create(client.sessions(org), body(task, name, model));
      runs.keep(new Runs.Run(session.id(), name, work, null));
      cleanup.later(() -> runs.forget(session.id()));
      cleanup.later(session::end);
      worker.serves(session::workerGone);
      var result = session.watch(longest(task), _ -> {});
      keep(notes.resolve("changes.patch"), workplace.diff().orElse(""));
      Fresh.delete(notes.resolve("git"));
      return result;
    }
  }

  private @Nullable Duration longest(Task task) {
    return limits.longest() == null ? task.longest() : limits.longest();
  }

  private JsonObject body(Task task, String platform, @Nullable String model) {
    var title = "eval: " + task.name();
    return JsonObject.of(
        "prompt",
        task.prompt(),
        "title",
        title.substring(0, Math.min(title.length(), TITLE)),
        "platform",
        platform,
        "model",
        model,
        "max_acu_limit",
        limits.acus());
  }

  private static void keep(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw CommandFailure.failed("can't write %s: %s".formatted(file, e.getMessage()), null);
    }
  }
}
