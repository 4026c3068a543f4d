package io.agentservice.cli.publish;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where releases are shown to workers: objects by name below {@code agent-rs/remote/}. */
public interface ReleaseStore extends AutoCloseable {
  /** The directory of the objects, below {static_url}. */
  String DIRECTORY = "agent-rs/remote/";

  /** A small object's text, without the newline at its end; empty when there is no such object. */
  Optional<String> text(String name) throws IOException;

  /** Writes a small object whole or not at all; an earlier one is replaced. */
  void write(String name, String text) throws IOException;

  /** Writes a binary whole or not at all. */
  void write(String name, Path file) throws IOException;

  @Override
  void close();

  /** Publishes a release; false when it was there already, and is the newest. */
  default boolean publish(Release release) throws PublishException {
    try {
      var known = text(release.digestName());
      if (known.isPresent() && !known.get().equals(release.sha256())) {
        throw new PublishException(
            release.binaryName()
                + " was published with other bytes; what is published is never changed");
      }
      if (known.isEmpty()) {
        write(release.binaryName(), release.binary());
        write(release.digestName(), release.sha256() + "\n");
      }
      boolean newest = text(release.latestName()).filter(release.sha()::equals).isPresent();
      if (!newest) {
        write(release.latestName(), release.sha() + "\n");
      }
      return known.isEmpty() || !newest;
    } catch (IOException e) {
      throw new PublishException(
          "can't publish " + release.binaryName() + ": " + e.getMessage(), e);
    }
  }
}
