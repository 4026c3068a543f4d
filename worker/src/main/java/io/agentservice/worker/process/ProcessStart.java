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
    var stat = Path.of("/proc", Long.toString(pid), "stat");
    try {
      if (Files.exists(BOOT_ID)) {
        // The name in parentheses may hold spaces; state is the first field after it, start the
        // twentieth.
        var text = Files.readString(stat);
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
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

  static boolean alive(long pid, String start) {
    return of(pid).filter(start::equals).isPresent();
  }
}
