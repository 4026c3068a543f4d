package io.agentservice.remote.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Optional programs of this machine. A test of one that is not there is skipped and says what to
 * install; {@code .ci/run} installs them all and takes no such skip.
 */
public final class Programs {
  private Programs() {}

  /** A Chrome: that of {@code AGENT_CHROME_PATH}, else one of the usual names. */
  public static Path chrome() {
    var given = System.getenv("AGENT_CHROME_PATH");
    if (given != null && !given.isBlank()) {
      return Path.of(given);
    }
    var found =
        Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
            .flatMap(Programs::find)
            .findFirst();
    assumeTrue(
        found.isPresent(),
        "Chromium is not installed here: install chromium, or set AGENT_CHROME_PATH");
    return found.get();
  }

  /** Goes on only where the desktop can be shown. */
  public static void requireDesktop() {
    assumeTrue(
        Stream.of("Xtigervnc", "Xvnc").flatMap(Programs::find).findAny().isPresent(),
        "TigerVNC is not installed here: install tigervnc-standalone-server");
  }

  /** Where the {@code PATH} has a program; empty when it has not. */
  public static Stream<Path> find(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable);
  }
}
