package io.agentservice.e2e.builds;

import io.agentservice.e2e.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One of the small projects of {@code e2e/builds}, whose README says what its files mean.
 *
 * @param name that of its directory
 */
record Project(String name, Path directory) {
  /** In {@code needs}: what it starts refuses to run as root. */
  private static final String NOT_AS_ROOT = "not-as-root";

  private static final Path ALL = Programs.root().resolve("e2e/builds");

  static Project named(String name) {
    return new Project(name, ALL.resolve(name));
  }

  /** All of them, by name. */
  static List<Project> all() throws IOException {
    try (var files = Files.list(ALL)) {
      return files
          .filter(Files::isDirectory)
          .map(each -> named(each.getFileName().toString()))
          .sorted((one, other) -> one.name.compareTo(other.name))
          .toList();
    }
  }

  /** The files that its commands are, in their order. */
  List<String> steps() {
    return Stream.of("build", "then")
        .filter(step -> Files.exists(directory.resolve(step)))
        .toList();
  }

  /** Whether a service of the machine, outside of the session, belongs to it. */
  boolean hasOutside() {
    return Files.exists(directory.resolve("outside"));
  }

  boolean isNotForRoot() throws IOException {
    return needs().contains(NOT_AS_ROOT);
  }

  /** Programs that it needs and this machine has not. */
  List<String> lacking() throws IOException, InterruptedException {
    var lacking = new ArrayList<String>();
    for (var program : needs()) {
      if (!program.equals(NOT_AS_ROOT) && !isThere(program)) {
        lacking.add(program);
      }
    }
    return lacking;
  }

  private List<String> needs() throws IOException {
    return List.of(Files.readString(directory.resolve("needs")).strip().split(" ", -1));
  }

  /** Copies the project to a directory that is not there yet. */
  void copyTo(Path copy) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.toList()) {
        Files.copy(file, copy.resolve(directory.relativize(file).toString()));
      }
    }
  }

  static boolean isThere(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
