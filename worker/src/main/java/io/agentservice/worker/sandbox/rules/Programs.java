package io.agentservice.worker.sandbox.rules;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine, as PATH leads to them. */
public final class Programs {
  /** Of what {@link Walls} shows of the system: where programs are. */
  private static final List<Path> SHOWN =
      Stream.of("/usr", "/bin", "/sbin", "/opt", "/nix").map(Path::of).toList();

  private Programs() {}

  /** The first of that name. */
  public static Optional<Path> of(String name, Map<String, String> environment) {
    return all(name, environment).findFirst();
  }

  /**
   * The first of that name that is there behind the walls too, by a path without links; one of many
   * names goes by the one that it is called by.
   */
  public static Optional<Path> seenWithin(String name, Map<String, String> environment) {
    return all(name, environment)
        .flatMap(Programs::real)
        .filter(file -> file.endsWith(name) && SHOWN.stream().anyMatch(file::startsWith))
        .findFirst();
  }

  private static Stream<Path> all(String name, Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> directory.startsWith("/"))
        .map(directory -> Path.of(directory, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  private static Stream<Path> real(Path file) {
    try {
      return Stream.of(file.toRealPath());
    } catch (IOException _) { // gone meanwhile
      return Stream.empty();
    }
  }
}
