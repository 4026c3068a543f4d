package io.agentservice.cli.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser that sessions of this machine have, or could have. */
public final class Browsers {
  /** Names the browser of a worker's sessions; without it they have none. */
  public static final String VARIABLE = "AGENT_CHROME_PATH";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private Browsers() {}

  /** What the variable says; empty when it isn't set. */
  public static Optional<String> named(Map<String, String> variables) {
    return Optional.ofNullable(variables.get(VARIABLE)).filter(said -> !said.isBlank());
  }

  /** One that is installed, by the usual names. */
  public static Optional<Path> installed(Map<String, String> variables) {
    var path = variables.getOrDefault("PATH", "").split(File.pathSeparator);
    return Stream.of(path)
        .filter(directory -> !directory.isBlank())
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Browsers::runs)
        .findFirst();
  }

  /** That of the variable; where it isn't set one that is installed. */
  public static Optional<Path> find(Map<String, String> variables) {
    var named = named(variables);
    return named.isPresent() ? usable(named.get()) : installed(variables);
  }

  /** The program, when it is one. */
  public static Optional<Path> usable(String program) {
    try {
      return Optional.of(Path.of(program)).filter(Browsers::runs);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static boolean runs(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
