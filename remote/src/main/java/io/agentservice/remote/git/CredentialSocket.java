package io.agentservice.remote.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.remote.base.Log;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the credential helper asks: a Unix socket in the state directory, or in a temporary one
 * where that has a longer path than a socket may have; only the owner can enter either. Each
 * visitor says all that it has to say, and is answered once.
 */
final class CredentialSocket implements AutoCloseable {
  /** The longest question. */
  static final int MOST_BYTES = 64 << 10;

  private static final String NAME = "git.sock";

  private static final String TEMPORARY = "agent-git";

  /** A Unix socket's address has 108 bytes. */
  private static final int LONGEST_PATH = 100;

  private static final int VISITORS = 16;

  /** Longer than an answer may take. */
  private static final Duration LONGEST_VISIT = Duration.ofSeconds(60);

  private final Path path;
  private final @Nullable Path temporary;
  private final ServerSocketChannel server;
  private final UnaryOperator<String> answers;
  private final Set<SocketChannel> visitors = ConcurrentHashMap.newKeySet();

  /**
   * Listens.
   *
   * @param answers blocking; any thread
   */
  CredentialSocket(Path directory, UnaryOperator<String> answers) throws IOException {
    removeLeft(Path.of(System.getProperty("java.io.tmpdir")));
    this.temporary =
        isTooLong(directory.resolve(NAME)) ? Files.createTempDirectory(TEMPORARY) : null;
    this.path = (temporary == null ? directory : temporary).resolve(NAME);
    this.answers = answers;
    if (isTooLong(path)) {
      throw new IOException("the paths of state and temporary directory are too long for a socket");
    }
    Files.deleteIfExists(path); // that of an earlier remote
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    Thread.ofVirtual().name("git credentials").start(this::accept);
  }

  /** The directories of remotes that were killed: nobody listens there any more. */
  static void removeLeft(Path temporary) {
    try (var found = Files.newDirectoryStream(temporary, TEMPORARY + "*")) {
      for (var directory : found) {
        var socket = directory.resolve(NAME);
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

  private static boolean isTooLong(Path path) {
    return path.toString().getBytes(UTF_8).length > LONGEST_PATH;
  }

  Path path() {
    return path;
  }

  private void accept() {
    try {
      while (true) {
        var visitor = server.accept();
        if (visitors.size() >= VISITORS) {
          visitor.close();
        } else {
          visitors.add(visitor);
          Thread.ofVirtual().name("git credential").start(() -> serve(visitor));
        }
      }
    } catch (ClosedChannelException _) {
      // the end
    } catch (IOException e) {
      Log.warn("git gets no credentials any more: " + e.getMessage());
    }
  }

  private void serve(SocketChannel visitor) {
    var late = CompletableFuture.delayedExecutor(LONGEST_VISIT.toMillis(), TimeUnit.MILLISECONDS);
    var limit = CompletableFuture.runAsync(() -> leave(visitor), late);
    try {
      var question = Channels.newInputStream(visitor).readNBytes(MOST_BYTES);
      var answer = answers.apply(new String(question, UTF_8));
      Channels.newOutputStream(visitor).write(answer.getBytes(UTF_8));
    } catch (IOException _) {
      // it has gone
    } finally {
      limit.cancel(false);
      leave(visitor);
    }
  }

  private void leave(SocketChannel visitor) {
    visitors.remove(visitor);
    try {
      visitor.close();
    } catch (IOException _) {
      // it is not used any more
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(path);
      if (temporary != null) {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      Log.warn("the socket for git's credentials cannot be removed: " + e.getMessage());
    }
    visitors.forEach(this::leave);
  }
}
