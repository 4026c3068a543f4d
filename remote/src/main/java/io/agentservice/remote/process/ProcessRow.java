package io.agentservice.remote.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One living process.
 *
 * @param session id of its POSIX session, 0 when unknown (macOS)
 * @param startTime in the system's unit; unique with the pid
 */
record ProcessRow(int pid, int parent, int session, long startTime) {
  private static final Path PROC = Path.of("/proc");

  /** All living processes; zombies are left out. */
  static List<ProcessRow> all() {
    if (!Files.exists(PROC.resolve("self/stat"))) {
      return ProcessHandle.allProcesses().map(ProcessRow::of).toList();
    }
    try (var names = Files.newDirectoryStream(PROC, "[0-9]*")) {
      var rows = new ArrayList<ProcessRow>();
      names.forEach(name -> read(name).ifPresent(rows::add));
      return rows;
    } catch (IOException e) {
      return List.of();
    }
  }

  static Optional<ProcessRow> of(long pid) {
    var directory = PROC.resolve(Long.toString(pid));
    return Files.exists(PROC.resolve("self/stat"))
        ? read(directory)
        : ProcessHandle.of(pid).map(ProcessRow::of);
  }

  /** True when the process was started with this variable; false also when we may not look. */
  boolean hasVariable(String name, String value) {
    try {
      var environ = Files.readString(environFile(), StandardCharsets.ISO_8859_1);
      return ("\0" + environ).contains("\0" + name + "=" + value + "\0");
    } catch (IOException e) {
      return false;
    }
  }

  /** The parent may have changed meanwhile: an orphan gets a new one. */
  boolean isSameAs(ProcessRow other) {
    return pid == other.pid && startTime == other.startTime;
  }

  private Path environFile() {
    return PROC.resolve(Integer.toString(pid)).resolve("environ");
  }

  private static ProcessRow of(ProcessHandle handle) {
    return new ProcessRow(
        (int) handle.pid(),
        handle.parent().map(parent -> (int) parent.pid()).orElse(0),
        0,
        handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
  }

  private static Optional<ProcessRow> read(Path directory) {
    try {
      return parse(Files.readString(directory.resolve("stat"), StandardCharsets.ISO_8859_1));
    } catch (IOException e) { // it has gone meanwhile
      return Optional.empty();
    }
  }

  /** Reads {@code pid (name) state parent group session ...}; the name may hold anything. */
  static Optional<ProcessRow> parse(String stat) {
    var nameEnd = stat.lastIndexOf(')');
    var fields = stat.substring(nameEnd + 1).strip().split(" ", -1);
    var zombie = fields[0].equals("Z") || fields[0].equals("X");
    if (zombie) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcessRow(
            Integer.parseInt(stat.substring(0, stat.indexOf(' '))),
            Integer.parseInt(fields[1]),
            Integer.parseInt(fields[3]),
            Long.parseLong(fields[19])));
  }
}
