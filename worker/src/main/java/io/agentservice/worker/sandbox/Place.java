package io.agentservice.worker.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one session runs on this machine; all paths absolute.
 *
 * @param work the working directory, written by the session
 * @param state of the remote, written by the session; holds its home and temporary files
 * @param home what {@code HOME} names; the session sees one of its own there
 * @param needed by the remote, read-only, wherever it is
 * @param path directories of {@code PATH}
 * @param hidden the worker's directories, also where they lie in something that is shown
 * @param gitSettings the file that is shown as {@link #GIT_SETTINGS}
 * @param network the directory that is shown as {@link #NETWORK}; null: it has the machine's
 * @param resolver the file that is shown as {@code /etc/resolv.conf}; null: the machine's
 */
public record Place(
    Path work,
    Path state,
    Path home,
    List<Path> needed,
    List<Path> path,
    List<Path> hidden,
    Path gitSettings,
    @Nullable Path network,
    @Nullable Path resolver) {
  static final Path GIT_SETTINGS = Path.of("/run/agent/gitconfig");
  static final Path RESOLVER = Path.of("/etc/resolv.conf");
  static final Path NETWORK = Path.of("/run/agent/network");

  /** The session's own home. */
  Path ownHome() {
    return state.resolve("home");
  }

  /** What the session sees as {@code /tmp} and {@code /var/tmp}. */
  Path temporary() {
    return state.resolve("tmp");
  }

  /** Whether all of the home would be seen with it. */
  boolean showsHome(Path directory) {
    return home.startsWith(directory);
  }

  /** What the session has written over the user's caches; it does not see this. */
  Path layers() {
    return layersIn(state);
  }

  static Path layersIn(Path state) {
    return state.resolve("layers");
  }

  /** A file of the worker's that sessions read; another worker may write it at the same time. */
  static Path shown(Path file, byte[] content) throws IOException {
    if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
      var written = Files.createTempFile(file.getParent(), "shown", ".new");
      Files.write(written, content);
      Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }
}
