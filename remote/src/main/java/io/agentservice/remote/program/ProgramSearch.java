package io.agentservice.remote.program;

import io.agentservice.remote.base.Platform;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a command's words into a program and a directory, as a shell would. */
public final class ProgramSearch {
  private static final boolean WINDOWS = Platform.CURRENT == Platform.WINDOWS;
  private static final String DEFAULT_PATH =
      WINDOWS ? "C:\\Windows\\System32;C:\\Windows" : "/usr/local/bin:/usr/bin:/bin";
  private static final String DEFAULT_ENDINGS = ".COM;.EXE;.BAT;.CMD";

  /**
   * Takes the file's text without a trace: {@code $0}, line numbers and messages are those of
   * {@code -c}. Only bash keeps newlines at the very end.
   */
  private static final String BASH_RUNS =
      ": \"$(cat %s && echo . || echo exit 126.)\"; eval \"${_%%.}\"";

  private static final String SH_RUNS = "eval \"$(cat %s || echo exit 126)\"";

  private ProgramSearch() {}

  /**
   * The program that the first word names; {@code cwd} is relative to {@code base}, null for that.
   */
  public static Program find(
      List<String> argv, @Nullable String cwd, Path base, Map<String, String> environment)
      throws NotStartedException {
    try {
      var directory = cwd == null ? base : base.resolve(cwd).normalize();
      if (!Files.isDirectory(directory)) {
        throw new NotStartedException("no such directory: " + directory, 126);
      }
      var path = program(argv.getFirst(), directory, environment);
      return new Program(path, argv, directory, environment);
    } catch (InvalidPathException e) {
      throw new NotStartedException("not a path: " + e.getInput(), 126);
    }
  }

  /** A person's login shell: that of {@code SHELL}, else bash, else sh (Windows: cmd). */
  public static Program loginShell(Path directory, Map<String, String> environment)
      throws NotStartedException {
    var own = environment.getOrDefault("SHELL", "");
    var path = firstOf(List.of(own, "bash"), directory, environment);
    return new Program(path, List.of("-" + path.getFileName()), directory, environment);
  }

  /**
   * The words that let bash, else sh, run a script as with {@code -c}; it stays in its file, since
   * arguments are limited and public.
   */
  public static List<String> scriptRunner(
      Path script, Path directory, Map<String, String> environment) throws NotStartedException {
    var shell = firstOf(List.of("bash"), directory, environment);
    var name = String.valueOf(shell.getFileName());
    var quoted = "'" + script.toString().replace("'", "'\\''") + "'";
    var runs = name.startsWith("bash") ? BASH_RUNS : SH_RUNS;
    return List.of(name, "-c", runs.formatted(quoted));
  }

  private static Path firstOf(List<String> names, Path directory, Map<String, String> environment)
      throws NotStartedException {
    for (var name : names) {
      try {
        var path = program(name, directory, environment);
        if (Files.isExecutable(path)) {
          return path;
        }
      } catch (NotStartedException | InvalidPathException e) {
        // the next one
      }
    }
    return program(WINDOWS ? "cmd" : "sh", directory, environment);
  }

  private static Path program(String name, Path directory, Map<String, String> environment)
      throws NotStartedException {
    var endings =
        WINDOWS ? endings(name, environment.getOrDefault("PATHEXT", DEFAULT_ENDINGS)) : List.of("");
    if (name.contains("/") || (WINDOWS && (name.contains("\\") || name.contains(":")))) {
      var given = directory.resolve(name);
      return candidates(given, endings).findFirst().orElse(given);
    }
    var separator = WINDOWS ? ";" : ":";
    var path = environment.getOrDefault("PATH", DEFAULT_PATH);
    path = WINDOWS ? path.replace("\"", "") : path; // entries may be quoted there
    for (var entry : path.split(separator, -1)) {
      var found = candidates(directory.resolve(entry).resolve(name), endings).findFirst();
      if (!name.isEmpty() && found.isPresent()) {
        return found.get();
      }
    }
    throw new NotStartedException("command not found: " + name, 127);
  }

  private static Stream<Path> candidates(Path path, List<String> endings) {
    return endings.stream()
        .map(ending -> ending.isEmpty() ? path : path.resolveSibling(path.getFileName() + ending))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file));
  }

  /** What may stand behind a program's name: nothing, when it ends like a program already. */
  static List<String> endings(String name, String pathExt) {
    var all = Stream.of(pathExt.split(";", -1)).filter(ending -> ending.startsWith(".")).toList();
    var lower = name.toLowerCase(Locale.ROOT);
    return all.stream().anyMatch(ending -> lower.endsWith(ending.toLowerCase(Locale.ROOT)))
        ? List.of("")
        : all;
  }
}
