package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A word for a process's start that tells apart two of the same pid. On Linux the boot and the
 * kernel's tick count: the wall clock may be set.
 */
final class ProcessStart {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private ProcessStart() {}

  /** The start of a living process; empty when there is none (a zombie is none). */
  static Optional<String> of(long pid) {
    try {
      if (Files.exists(BOOT_ID)) {
        var fields = stat(pid);
        return fields[0].equals("Z") || fields[0].equals("X")
            ? Optional.empty()
            : Optional.of(Files.readString(BOOT_ID).strip() + ":" + fields[19]);
      }
    } catch (IOException _) {
      return Optional.empty();
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(start -> Long.toString(start.toEpochMilli()));
  }

  /** Whether it leads a process group; false also if this is not Linux. */
  static boolean leadsGroup(long pid) {
    try {
      return stat(pid)[2].equals(Long.toString(pid));
    } catch (IOException _) {
      return false;
    }
  }

  /** Whether the program has this name; false also if this is not Linux. */
  static boolean isNamed(long pid, String name) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "comm")).strip().equals(name);
    } catch (IOException _) {
      return false;
    }
  }

  /** From the state on, the start is the twentieth field; the name before it may hold spaces. */
  private static String[] stat(long pid) throws IOException {
    var text = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
  }

  static boolean alive(long pid, String start) {
    return of(pid).filter(start::equals).isPresent();
  }
}
