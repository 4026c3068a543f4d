package io.agentservice.remote.process;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.agentservice.remote.base.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The session's processes in the file {@code processes}, a line each: pid and start in
 * milliseconds. A later remote finds what this one left running.
 */
final class ProcessNotes {
  private static final int LINES = 1000;
  private static final Duration SAME_START = Duration.ofSeconds(1); // clocks are set meanwhile

  private final Path file;
  private final List<ProcessHandle> noted = new ArrayList<>();

  ProcessNotes(Path stateDirectory) {
    this.file = stateDirectory.resolve("processes");
  }

  synchronized void add(Collection<ProcessHandle> handles) {
    try {
      noted.addAll(handles);
      if (noted.size() > LINES) {
        noted.removeIf(handle -> !handle.isAlive());
        Files.deleteIfExists(file);
        write(noted);
      } else {
        write(handles);
      }
    } catch (IOException e) {
      Log.warn("processes cannot be noted for a later remote: " + e.getMessage());
    }
  }

  /** What an earlier remote noted and still lives. */
  synchronized List<ProcessHandle> takeOver() {
    try {
      var lines = Files.readAllLines(file);
      Files.delete(file);
      return lines.stream().flatMap(line -> living(line).stream()).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      Log.warn("the processes of an earlier remote are not known: " + e.getMessage());
      return List.of();
    }
  }

  private void write(Collection<ProcessHandle> handles) throws IOException {
    var text = new StringBuilder();
    for (var handle : handles) {
      handle
          .info()
          .startInstant()
          .ifPresent(start ->
              text.append(handle.pid()).append(' ').append(start.toEpochMilli()).append('\n'));
    }
    if (!text.isEmpty()) {
      Files.writeString(file, text, CREATE, APPEND);
    }
  }

  /** The process of a line, unless its pid is another's by now. */
  private static Optional<ProcessHandle> living(String line) {
    if (!line.matches("\\d{1,18} \\d{1,18}")) { // cut off while it was written
      return Optional.empty();
    }
    var words = line.split(" ", -1);
    var start = Instant.ofEpochMilli(Long.parseLong(words[1]));
    return ProcessHandle.of(Long.parseLong(words[0]))
        .filter(handle ->
            handle
                .info()
                .startInstant()
                .filter(s -> Duration.between(s, start).abs().compareTo(SAME_START) < 0)
                .isPresent());
  }
}
