package io.agentservice.cli.home;

import io.agentservice.cli.process.Closing;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of each {@code agent run}, so that it can be gone on with: a file for each session
 * in {@code runs} of the data directory. The oldest ones go.
 */
public record Runs(Home home) {
  private static final String DIRECTORY = "runs";
  private static final String SUFFIX = ".json";
  private static final int MOST = 500;
  private static final String PREFIX = "run-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{8}");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Map<Path, FileLocks> OPEN = new ConcurrentHashMap<>();

  /**
   * One of them.
   *
   * @param session its id; empty before there is one
   * @param name of its outpost, and of what it keeps on this machine
   * @param directory where the command was started for
   * @param branch what the result is left as; null when it works in the directory itself
   */
  public record Run(String session, String name, Path directory, @Nullable String branch) {
    /** The same with its session. */
    public Run with(String id) {
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
  public Path place(String name) {
    return home.directory(DIRECTORY).resolve(name);
  }

  /** Names of those that are under way, or were killed. */
  public List<String> begun() {
    try (Stream<Path> places = Files.list(home.directory(DIRECTORY))) {
      return places
          .map(place -> place.getFileName().toString())
          .filter(name -> NAME.matcher(name).matches())
          .toList();
    } catch (IOException e) {
      throw CommandFailure.failed("can't look into the runs: " + e.getMessage(), null);
    }
  }

  /** The right to a run, held until it is let go of or the process ends. */
  public record Hold(FileLock lock) implements AutoCloseable {
    @Override
    public void close() {
      Closing.quietly(lock::release);
    }
  }

  /** The right to work on a run; null while another process has it. */
  public @Nullable Hold take(String name) {
    var lock = locks().place(Long.parseLong(name.substring(PREFIX.length()), 16));
    return lock == null ? null : new Hold(lock);
  }

  /** As above, when it is free soon: somebody may just tidy up after it. */
  public Hold takeSoon(String name) {
    var lock =
        FileLocks.await(
            PATIENCE, () -> locks().place(Long.parseLong(name.substring(PREFIX.length()), 16)));
    if (lock == null) {
      throw CommandFailure.failed(
          "another `agent run` goes on with that session", "wait for its end, or end it");
    }
    return new Hold(lock);
  }

  /** One place of this file for each run; opened once, see there. */
  private FileLocks locks() {
    return OPEN.computeIfAbsent(
        home.path(),
        _ -> {
          home.directory(DIRECTORY);
          return FileLocks.on(home, DIRECTORY + "/lock");
        });
  }

  /** A new name. */
  public static String newName() {
    return PREFIX + HexFormat.of().toHexDigits(new SecureRandom().nextInt());
  }

  /** That of a name; the newest one. */
  public Optional<Run> named(String name) {
    return files().stream()
        .map(Runs::read)
        .flatMap(Optional::stream)
        .filter(run -> run.name().equals(name))
        .findFirst();
  }

  /** The last of its directory from now on. */
  public void keep(Run run) {
    try {
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
      home.inside(DIRECTORY).replace(run.session() + SUFFIX, json);
      for (var old : files().stream().skip(MOST).toList()) {
        Files.deleteIfExists(old);
      }
    } catch (IOException e) {
      throw CommandFailure.failed("can't keep what this run is: " + e.getMessage(), null);
    }
  }

  /** Nobody will go on with it. */
  public void forget(String session) {
    try {
      Files.deleteIfExists(home.directory(DIRECTORY).resolve(session + SUFFIX));
    } catch (IOException e) {
      throw CommandFailure.failed("can't forget a run: " + e.getMessage(), null);
    }
  }

  /** That of a session, in any spelling of its id. */
  public Optional<Run> of(String session) {
    var digits = session.substring(session.lastIndexOf('-') + 1);
    return files().stream()
        .filter(file -> file.getFileName().toString().endsWith(digits + SUFFIX))
        .findFirst()
        .flatMap(Runs::read);
  }

  /** The last one that was started or gone on with in a directory. */
  public Optional<Run> last(Path directory) {
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
