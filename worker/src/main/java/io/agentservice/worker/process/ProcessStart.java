package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * When a process was started, as a word that tells two processes of the same pid apart. On Linux it
 * is the boot and the kernel's own tick count: the JDK derives a time from the wall clock, which
 * moves when the clock is set.
 */
final class ProcessStart {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private ProcessStart() {}

  /** The word of a living process; empty when there is none (a zombie is none). */
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

  /** Whether it leads a process group; false when it is gone or this is not Linux. */
  static boolean leadsGroup(long pid) {
    try {
      return stat(pid)[2].equals(Long.toString(pid));
    } catch (IOException _) {
      return false;
    }
  }

  /** From the state on, the start is the twentieth; the name before it may hold spaces. */
  private static String[] stat(long pid) throws IOException {
    var text = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
  }

  static boolean alive(long pid, String start) {
    return of(pid).filter(start::equals).isPresent();
  }
}
