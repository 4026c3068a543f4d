package io.agentservice.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

record ServerLog(Path file) {

  /** Keeps the previous run's log. */
  void begin() throws IOException {
    if (Files.exists(file)) {
      Path before = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  String text() throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  /** The line that says why a program gave up. */
  static String reason(String output) {
    List<String> lines = output.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    return lines.stream()
        .filter(
            line -> line.contains("FATAL:") || line.contains("PANIC:") || line.contains("error:"))
        .findFirst()
        .map(line -> line.replaceFirst("^.*?(FATAL|PANIC|error): +", ""))
        .orElse(lines.isEmpty() ? "it said nothing" : lines.getLast());
  }
}
