package io.agentservice.remote.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.remote.base.Log;
import io.agentservice.remote.base.SocketPlace;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Where the credential helper asks: a Unix socket. Each visitor says all that it has to say, and is
 * answered once.
 */
final class CredentialSocket implements AutoCloseable {
  /** The longest question. */
  static final int MOST_BYTES = 64 << 10;

  private static final String NAME = "git.sock";

  private static final String TEMPORARY = "agent-git";

  private static final int VISITORS = 16;

  /** Longer than an answer may take. */
  private static final Duration LONGEST_VISIT = Duration.ofSeconds(60);

  private final SocketPlace place;
  private final ServerSocketChannel server;
  private final UnaryOperator<String> answers;
  private final Set<SocketChannel> visitors = ConcurrentHashMap.newKeySet();

  /**
   * Listens.
   *
   * @param answers blocking; any thread
   */
  CredentialSocket(Path directory, UnaryOperator<String> answers) throws IOException {
    this.place = SocketPlace.of(directory, NAME, TEMPORARY);
    this.answers = answers;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(place.path()));
    Thread.ofVirtual().name("git credentials").start(this::accept);
  }

  Path path() {
    return place.path();
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
      place.close();
    } catch (IOException e) {
      Log.warn("the socket for git's credentials cannot be removed: " + e.getMessage());
    }
    visitors.forEach(this::leave);
  }
}
