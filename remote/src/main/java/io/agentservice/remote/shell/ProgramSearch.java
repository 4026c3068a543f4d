package io.agentservice.remote.shell;

import io.agentservice.wire.frames.ToRemote.Exec;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Turns a command's words into a program and a directory, as a shell would. */
final class ProgramSearch {
  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  private ProgramSearch() {}

  static Spawner.Program find(Exec exec, Path base, Map<String, String> environment)
      throws NotStartedException {
    try {
      var cwd = exec.cwd();
      var directory = cwd == null ? base : base.resolve(cwd).normalize();
      if (!Files.isDirectory(directory)) {
        throw new NotStartedException("no such directory: " + directory, 126);
      }
      var path = program(exec.argv().getFirst(), directory, environment);
      return new Spawner.Program(path, exec.argv(), directory, environment);
    } catch (InvalidPathException e) {
      throw new NotStartedException("not a path: " + e.getInput(), 126);
    }
  }

  /** A person's login shell: that of {@code SHELL}, else bash, else sh. */
  static Spawner.Program loginShell(Path directory, Map<String, String> environment)
      throws NotStartedException {
    var path = shell(directory, environment);
    return new Spawner.Program(path, List.of("-" + path.getFileName()), directory, environment);
  }

  private static Path shell(Path directory, Map<String, String> environment)
      throws NotStartedException {
    for (var name : List.of(environment.getOrDefault("SHELL", ""), "bash")) {
      try {
        var path = program(name, directory, environment);
        if (Files.isExecutable(path)) {
          return path;
        }
      } catch (NotStartedException | InvalidPathException e) {
        // the next one
      }
    }
    return program("sh", directory, environment);
  }

  private static Path program(String name, Path directory, Map<String, String> environment)
      throws NotStartedException {
    if (name.contains("/")) {
      return directory.resolve(name);
    }
    for (var entry : environment.getOrDefault("PATH", DEFAULT_PATH).split(":", -1)) {
      var candidate = directory.resolve(entry).resolve(name);
      if (!name.isEmpty() && Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return candidate;
      }
    }
    throw new NotStartedException("command not found: " + name, 127);
  }
}
