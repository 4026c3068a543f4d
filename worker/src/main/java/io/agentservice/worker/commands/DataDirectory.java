package io.agentservice.worker.commands;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class DataDirectory {
  private DataDirectory() {}

  /** The named one, else in {@code AGENT_HOME}, else in the user's {@code HOME}. */
  static Path of(@Nullable Path named) {
    return named == null ? usual(System.getenv()) : named;
  }

  static Path usual(Map<String, String> environment) {
    var home = environment.getOrDefault("AGENT_HOME", "").strip();
    var user =
        Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home"))
            .filter(directory -> !directory.isBlank())
            .findFirst()
            .orElse("");
    return (home.isEmpty() ? Path.of(user, ".agent") : Path.of(home)).resolve("worker");
  }
}
