package io.agentservice.cli.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where this program is installed; the launcher script says it.
 *
 * @param root the directory of the launcher
 */
public record Installation(Path root) {
  /** What a further process of this program is started with, where there is no launcher. */
  static final String MAIN = "io.agentservice.cli.Main";

  private static final String PROPERTY = "agent.install";

  /** Empty when Java was not started by the launcher. */
  public static Optional<Installation> current() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).map(Installation::new);
  }

  /** What a release says of itself; not there in a source tree. */
  Path notes() {
    return root.resolve("release.properties");
  }

  private boolean isRelease() {
    return Files.isRegularFile(notes());
  }

  /** The directory of the packaged remotes; empty when none was built. */
  public Optional<Path> remoteBinaries() {
    var directory = isRelease() ? "agent-rs/remote" : "remote/target/dist/agent-rs/remote";
    return Optional.of(root.resolve(directory)).filter(Files::isDirectory);
  }

  /** Where the launcher keeps the data directory that new ones begin as; may not be there. */
  Path preparedHome() {
    return root.resolve(isRelease() ? "prepared/home" : "cli/target/prepared/home");
  }

  /** The directory of the example repositories. */
  public Path examples() {
    return root.resolve("examples");
  }
}
