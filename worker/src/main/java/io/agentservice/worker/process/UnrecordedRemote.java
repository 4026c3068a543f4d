package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A remote whose worker was killed before recording it: found by session and state directory in its
 * environment, or by the directory's lock, since a connected remote hides its variables (Linux).
 */
final class UnrecordedRemote {
  private static final Path LOCKS = Path.of("/proc/locks");

  private UnrecordedRemote() {}

  static Optional<RemotePid> find(SessionDirectory directory) {
    return LongStream.concat(holders(directory), startedFor(directory))
        .filter(ProcessStart::leadsGroup)
        .boxed()
        .flatMap(pid -> ProcessStart.of(pid).map(start -> new RemotePid(pid, start, true)).stream())
        .findFirst();
  }

  private static LongStream startedFor(SessionDirectory directory) {
    var wanted =
        List.of(
            RemoteEnvironment.SESSION + "=" + directory.sessionId(),
            RemoteEnvironment.STATE + "=" + directory.state());
    return ProcessHandle.allProcesses()
        .filter(process -> ProcessEnvironment.of(process).containsAll(wanted))
        .mapToLong(ProcessHandle::pid);
  }

  /** The kernel's lines are {@code 1: POSIX ADVISORY WRITE <pid> <device>:<inode> 0 EOF}. */
  private static LongStream holders(SessionDirectory directory) {
    try {
      var file = device(directory.state().resolve("remote.lock"));
      return Files.readAllLines(LOCKS).stream()
          .map(line -> line.split(" +", -1))
          .filter(words -> words.length > 5 && words[1].equals("POSIX") && words[5].equals(file))
          .mapToLong(words -> Long.parseLong(words[4]));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return LongStream.empty(); // no remote was here, or not Linux
    }
  }

  private static String device(Path file) throws IOException {
    long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
    return "%02x:%02x:%s".formatted(major, minor, Files.getAttribute(file, "unix:ino"));
  }
}
