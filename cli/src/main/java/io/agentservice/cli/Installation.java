package io.agentservice.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where this program is installed; the launcher script says it.
 *
 * @param root the directory of the launcher
 */
record Installation(Path root) {
  private static final String PROPERTY = "agent.install";

  /** Empty when Java was not started by the launcher. */
  static Optional<Installation> current() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).map(Installation::new);
  }

  /** The directory of the packaged remotes; empty when none was built. */
  Optional<Path> remoteBinaries() {
    return Optional.of(root.resolve("remote/target/dist/agent-rs/remote"))
        .filter(Files::isDirectory);
  }

  /** Where the launcher keeps the data directory that new ones begin as; may not be there. */
  Path preparedHome() {
    return root.resolve("cli/target/prepared/home");
  }

  /** The directory of the example repositories. */
  Path examples() {
    return root.resolve("examples");
  }
}
