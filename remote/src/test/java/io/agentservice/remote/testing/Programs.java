package io.agentservice.remote.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Programs of this machine that tests need. */
public final class Programs {
  private Programs() {}

  /** A Chrome: that of {@code AGENT_CHROME_PATH}, else one of the usual names. */
  public static Path chrome() {
    var given = System.getenv("AGENT_CHROME_PATH");
    if (given != null && !given.isBlank()) {
      return Path.of(given);
    }
    return Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
        .flatMap(Programs::find)
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no Chrome here: install chromium or set AGENT_CHROME_PATH"));
  }

  /** Where the {@code PATH} has a program; empty when it has not. */
  public static Stream<Path> find(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable);
  }
}
