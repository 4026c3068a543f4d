package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.demo.Example;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.worker.settings.VariableAliases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tasks that a file or a directory holds. */
public final class Tasks {
  private Tasks() {}

  /**
   * All of them, by name: rows of a file; a directory that is a task; those in a directory.
   *
   * @param command of rows that have none
   * @param tell what is left out
   */
  public static List<Task> of(Path given, @Nullable String command, Consumer<String> tell) {
    var path = given.toAbsolutePath().normalize();
    if (!Files.exists(path)) {
      throw CommandFailure.usage(
          "there is no " + path, "give a directory of tasks, or a file of rows");
    }
    var tasks = Files.isDirectory(path) ? inDirectory(path, tell) : rows(path, command);
    if (tasks.isEmpty()) {
      throw CommandFailure.usage(
          "there is no task in " + path,
          "a task is a directory with instruction.md and tests/test.sh, or a line of a file .jsonl (docs/evaluation.md)");
    }
    var names = new HashSet<String>();
    for (var task : tasks) {
      if (!names.add(task.name())) {
        throw CommandFailure.usage("two tasks are called " + task.name(), "rename one");
      }
    }
    return tasks;
  }

  private static List<Task> inDirectory(Path path, Consumer<String> tell) {
    var one = task(path, tell);
    if (one.isPresent()) {
      return List.of(one.get());
    }
    try (var children = Files.list(path)) {
      return children
          .filter(Files::isDirectory)
          .sorted()
          .flatMap(child -> task(child, tell).stream())
          .toList();
    } catch (IOException e) {
      throw CommandFailure.usage("can't read %s: %s".formatted(path, e.getMessage()), null);
    }
  }

  private static Optional<Task> task(Path directory, Consumer<String> tell) {
    if (Files.exists(directory.resolve(HarborTask.INSTRUCTION))) {
      return Optional.of(HarborTask.of(directory));
    }
    if (!Files.exists(directory.resolve(Example.TRANSCRIPT))) {
      return Optional.empty();
    }
    var example = Example.named(directory.toString());
    var obstacle = ExampleTask.obstacle(example, VariableAliases.given());
    if (obstacle != null) {
      tell.accept("agent: %s is left out: %s".formatted(example.name(), obstacle));
      return Optional.empty();
    }
    return Optional.of(new ExampleTask(example));
  }

  private static List<Task> rows(Path file, @Nullable String command) {
    try (Stream<String> lines = Files.lines(file)) {
      var tasks = new ArrayList<Task>();
      var base = Objects.requireNonNull(file.getParent());
      int number = 0;
      for (var line : (Iterable<String>) lines::iterator) {
        number++;
        if (!line.isBlank()) {
          tasks.add(RepositoryTask.of(line, number, base, command));
        }
      }
      return tasks;
    } catch (IOException e) {
      throw CommandFailure.usage("can't read %s: %s".formatted(file, e.getMessage()), null);
    }
  }
}
