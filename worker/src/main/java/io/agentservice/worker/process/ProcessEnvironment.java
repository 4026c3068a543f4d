package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** What a process was started with, as {@code NAME=value} (Linux). */
final class ProcessEnvironment {
  private ProcessEnvironment() {}

  /** Empty when the process is gone, is another user's, or this is not Linux. */
  static Set<String> of(ProcessHandle process) {
    try {
      var file = Path.of("/proc", Long.toString(process.pid()), "environ");
      var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return new HashSet<>(Arrays.asList(text.split("\0", -1)));
    } catch (IOException _) {
      return Set.of();
    }
  }
}
