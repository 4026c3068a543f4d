package io.agentservice.worker.network;

import io.agentservice.worker.network.policy.LivePolicy;
import io.agentservice.worker.network.policy.Policy;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The only way out of a session's network: an HTTP proxy behind a Unix socket, which lets pass what
 * the policy allows. TLS goes through it untouched.
 */
public final class Filter implements AutoCloseable {
  /** A Unix socket's address has 108 bytes. */
  private static final int LONGEST_PATH = 100;

  private final ServerSocketChannel listening;
  private final LivePolicy policy;
  private final Lookups lookups;
  private final Limits limits;
  private final Denials denials = new Denials();
  private final Set<Visit> visits = ConcurrentHashMap.newKeySet();

  private Filter(
      ServerSocketChannel listening, LivePolicy policy, Policy.Resolver resolver, Limits limits) {
    this.listening = listening;
    this.policy = policy;
    this.lookups = new Lookups(resolver, limits.lookup());
    this.limits = limits;
  }

  /**
   * Listens until it is closed.
   *
   * @param socket in a directory that no session can write; one that is there is replaced
   */
  public static Filter listen(Path socket, LivePolicy policy) throws IOException {
    return listen(socket, policy, Lookups::bySystem, Limits.STANDARD);
  }

  static Filter listen(Path socket, LivePolicy policy, Policy.Resolver resolver, Limits limits)
      throws IOException {
    Files.deleteIfExists(socket); // that of an earlier worker
    var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      bind(listening, socket);
    } catch (IOException e) {
      listening.close();
      throw e;
    }
    var filter = new Filter(listening, policy, resolver, limits);
    Thread.ofVirtual().name("network filter").start(filter::accept);
    return filter;
  }

  private static void bind(ServerSocketChannel channel, Path socket) throws IOException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH) {
      channel.bind(UnixDomainSocketAddress.of(socket));
      return;
    }
    var directory = Files.createTempDirectory("agent-network");
    var link = directory.resolve("to");
    try {
      Files.createSymbolicLink(link, socket.toAbsolutePath().getParent());
      channel.bind(UnixDomainSocketAddress.of(link.resolve(socket.getFileName())));
    } finally {
      Files.deleteIfExists(link);
      Files.delete(directory);
    }
  }

  private void accept() {
    while (listening.isOpen()) {
      try {
        var client = listening.accept();
        if (visits.size() >= limits.connections()) {
          client.close();
        } else {
          serve(client);
        }
      } catch (IOException _) {
        // Closed, or out of file descriptors: the next may be better.
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
  }

  private void serve(SocketChannel client) {
    var visit = new Visit(client, policy, lookups, denials, limits);
    visits.add(visit);
    Thread.ofVirtual()
        .name("network visit")
        .start(() -> {
          try {
            visit.serve();
          } finally {
            visits.remove(visit);
          }
        });
    if (!listening.isOpen()) { // closed meanwhile: nobody else would see it
      visit.close();
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException _) {
      // It is not used any more.
    }
    visits.forEach(Visit::close);
    lookups.close();
  }
}
