package io.agentservice.cli.eval;

import io.agentservice.cli.eval.tasks.Task;
import io.agentservice.cli.home.FileLocks;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The directory of an evaluation: {@code results.jsonl}, a line for each task as soon as it is
 * done, and a directory of each with its patch and what its tests printed. An evaluation that was
 * interrupted goes on with it.
 */
final class Results implements AutoCloseable {
  private final Path directory;
  private final FileLocks lock;
  private final Path file;
  private final Map<String, TaskResult> known = new LinkedHashMap<>();

  private Results(Path directory) {
    this.directory = directory;
    this.lock = FileLocks.on(new Home(directory), "results.lock");
    this.file = directory.resolve("results.jsonl");
  }

  /**
   * Makes it, or reads what is there; a line that a crash cut short does not count. Nobody else has
   * it until it is closed.
   */
  static Results in(Path given) {
    var directory = given.toAbsolutePath().normalize();
    try {
      Files.createDirectories(directory);
      var results = new Results(directory);
      try {
        results.take();
        return results;
      } catch (IOException | RuntimeException e) {
        results.close();
        throw e;
      }
    } catch (IOException e) {
      throw CommandFailure.usage(
          "can't use %s: %s".formatted(directory, e.getMessage()), "name another directory");
    }
  }

  private void take() throws IOException {
    if (lock.whole() == null) {
      throw CommandFailure.usage(
          "another evaluation works in " + directory,
          "wait for its end, or name another directory with --results");
    }
    if (Files.exists(file)) {
      read(Files.readString(file));
    }
  }

  private void read(String text) throws IOException {
    int end = text.lastIndexOf('\n') + 1;
    for (var line : text.substring(0, end).lines().toList()) {
      try {
        var result = TaskResult.of(JsonObject.parse(line));
        known.put(result.task(), result);
      } catch (JsonException e) {
        throw CommandFailure.usage(
            "%s holds other lines than results: %s".formatted(file, e.getMessage()),
            "name another directory");
      }
    }
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
  }

  Path directory() {
    return directory;
  }

  /** Those of the tasks that were tried. */
  List<TaskResult> tried() {
    return known.values().stream().filter(TaskResult::tried).toList();
  }

  /** Of those tasks. */
  List<TaskResult> of(List<Task> tasks) {
    return tasks.stream().map(task -> known.get(task.name())).filter(each -> each != null).toList();
  }

  boolean has(Task task) {
    var result = known.get(task.name());
    return result != null && result.tried();
  }

  /** On the disk when this returns. */
  void add(TaskResult result) {
    known.put(result.task(), result);
    var line = ByteBuffer.wrap((result.json().toJson() + "\n").getBytes(StandardCharsets.UTF_8));
    try (var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    } catch (IOException e) {
      throw CommandFailure.failed("can't write %s: %s".formatted(file, e.getMessage()), null);
    }
  }

  /** What is kept of a task beside its line; empty, whatever an earlier try left. */
  Path notes(Task task) {
    return Fresh.directory(directory.resolve("tasks").resolve(task.name()));
  }

  /** Where its session works. */
  Path work(Task task) {
    return Fresh.directory(directory.resolve("work").resolve(task.name()));
  }

  @Override
  public void close() {
    lock.close();
  }
}
