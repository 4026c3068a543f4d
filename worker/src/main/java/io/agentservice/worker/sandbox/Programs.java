package io.agentservice.worker.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine, as PATH leads to them. */
final class Programs {
  /** Where sessions have directories of their own ({@link Walls}) instead of the machine's. */
  private static final List<Path> OWN =
      Stream.of("/tmp", "/var/tmp", "/dev", "/run").map(Path::of).toList();

  private Programs() {}

  /** The first of that name. */
  static Optional<Path> of(String name, Map<String, String> environment) {
    return all(name, environment).findFirst();
  }

  /** The first of that name that is there behind the walls too, by a name without links. */
  static Optional<Path> seenWithin(String name, Map<String, String> environment) {
    return all(name, environment)
        .flatMap(Programs::real)
        .filter(file -> OWN.stream().noneMatch(file::startsWith))
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
