package io.agentservice.cli;

import io.agentservice.client.JsonObject;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of each {@code agent run}, so that it can be gone on with: a file for each session
 * in {@code runs} of the data directory. The oldest ones go.
 */
record Runs(Home home) {
  private static final String DIRECTORY = "runs";
  private static final String SUFFIX = ".json";
  private static final int MOST = 500;

  /**
   * One of them.
   *
   * @param session its id; empty before there is one
   * @param name of its outpost, and of what it keeps on this machine
   * @param directory where the command was started for
   * @param branch what the result is left as; null when it works in the directory itself
   */
  record Run(String session, String name, Path directory, @Nullable String branch) {
    /** The same with its session. */
    Run with(String id) {
      return new Run(id, name, directory, branch);
    }

    private static Run of(JsonObject json) {
      return new Run(
          json.required("session"),
          json.required("name"),
          Path.of(json.required("directory")),
          json.text("branch"));
    }
  }

  /** A directory for what a run keeps while it goes on; not made yet. */
  Path place(String name) {
    return home.directory(DIRECTORY).resolve(name);
  }

  /** The last of its directory from now on. */
  void keep(Run run) {
    try {
      home.directory(DIRECTORY);
      var file = home.file(DIRECTORY + "/" + run.session() + SUFFIX);
      var json =
          JsonObject.of(
              "session",
              run.session(),
              "name",
              run.name(),
              "directory",
              run.directory().toString(),
              "branch",
              run.branch());
      Files.writeString(file, json.toJson() + "\n");
      for (var old : files().stream().skip(MOST).toList()) {
        Files.deleteIfExists(old);
      }
    } catch (IOException e) {
      throw CommandFailure.failed("can't keep what this run is: " + e.getMessage(), null);
    }
  }

  /** That of a session, in any spelling of its id. */
  Optional<Run> of(String session) {
    var digits = session.substring(session.lastIndexOf('-') + 1);
    return files().stream()
        .filter(file -> file.getFileName().toString().endsWith(digits + SUFFIX))
        .findFirst()
        .flatMap(Runs::read);
  }

  /** The last one that was started or gone on with in a directory. */
  Optional<Run> last(Path directory) {
    return files().stream()
        .map(Runs::read)
        .flatMap(Optional::stream)
        .filter(run -> run.directory().equals(directory))
        .findFirst();
  }

  /** Newest first. */
  private List<Path> files() {
    try (Stream<Path> files = Files.list(home.directory(DIRECTORY))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .sorted(Comparator.comparingLong(Runs::written).reversed())
          .toList();
    } catch (IOException e) {
      throw CommandFailure.failed("can't look into the runs: " + e.getMessage(), null);
    }
  }

  private static long written(Path file) {
    return file.toFile().lastModified();
  }

  private static Optional<Run> read(Path file) {
    try {
      return Optional.of(Run.of(JsonObject.parse(Files.readString(file))));
    } catch (IOException | JsonException _) {
      return Optional.empty(); // cut short by a kill: as if it had not been
    }
  }
}
