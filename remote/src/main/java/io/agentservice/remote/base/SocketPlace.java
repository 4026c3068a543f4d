package io.agentservice.remote.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a Unix socket is: in a directory of the session's state, or in a temporary one where that
 * has a longer path than a socket may have; only the owner can enter either.
 */
public final class SocketPlace implements AutoCloseable {
  /** A Unix socket's address has 108 bytes. */
  private static final int LONGEST_PATH = 100;

  private final Path path;
  private final @Nullable Path temporary;

  private SocketPlace(Path path, @Nullable Path temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /**
   * Nothing is at the place then.
   *
   * @param prefix of the name of a temporary directory, of no other kind of socket
   */
  public static SocketPlace of(Path directory, String name, String prefix) throws IOException {
    removeLeft(Path.of(System.getProperty("java.io.tmpdir")), name, prefix);
    boolean near = !isTooLong(directory.resolve(name));
    var temporary = near ? null : Files.createTempDirectory(prefix);
    var path = (temporary == null ? directory : temporary).resolve(name);
    if (isTooLong(path)) {
      Files.deleteIfExists(temporary == null ? path : temporary);
      throw new IOException("the paths of state and temporary directory are too long for a socket");
    }
    Files.deleteIfExists(path); // that of an earlier remote
    return new SocketPlace(path, temporary);
  }

  private static boolean isTooLong(Path path) {
    return path.toString().getBytes(UTF_8).length > LONGEST_PATH;
  }

  /** The directories of remotes that were killed: nobody listens there any more. */
  static void removeLeft(Path temporary, String name, String prefix) {
    try (var found = Files.newDirectoryStream(temporary, prefix + "*")) {
      for (var directory : found) {
        var socket = directory.resolve(name);
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && isDeaf(socket)) {
          Files.deleteIfExists(socket);
          Files.deleteIfExists(directory);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // another user's, or gone meanwhile
    }
  }

  private static boolean isDeaf(Path socket) {
    try (var _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return false;
    } catch (ConnectException _) {
      return Files.exists(socket, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException | UnsupportedOperationException _) {
      return false; // not there yet, or another user's
    }
  }

  public Path path() {
    return path;
  }

  /** Takes the socket away. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
    if (temporary != null) {
      Files.deleteIfExists(temporary);
    }
  }
}
