package io.agentservice.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What {@code postmaster.pid} says; the server keeps it in its data directory while it runs. */
record PostmasterFile(long pid, int port) {
  private static final int PORT_LINE = 3;

  /** The file's words; nothing if it is absent or not written to its end. */
  static Optional<PostmasterFile> read(Path data) throws IOException {
    try {
      List<String> lines = Files.readAllLines(path(data));
      if (lines.size() <= PORT_LINE) {
        return Optional.empty();
      }
      return Optional.of(
          new PostmasterFile(
              Long.parseLong(lines.getFirst().strip()),
              Integer.parseInt(lines.get(PORT_LINE).strip())));
    } catch (NoSuchFileException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  static Path path(Path data) {
    return data.resolve("postmaster.pid");
  }

  /** The process, if it serves {@code data}: the number may be another's by now. */
  Optional<ProcessHandle> process(Path data) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process ->
            process
                .info()
                .arguments()
                .map(arguments -> List.of(arguments).contains(data.toString()))
                .orElse(false));
  }
}
