package io.agentservice.e2e.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A piece of network: passes bytes on as long as it is well. */
public final class Relay implements AutoCloseable {
  private static final long LOOK_NANOS = 20_000_000;

  private final Route route;
  private final ServerSocket entry;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean silent;
  private volatile boolean cut;

  /** Where a connection leads; throws when there is nobody. */
  @FunctionalInterface
  public interface Route {
    Socket connect() throws IOException;
  }

  Relay(Route route) {
    this.route = route;
    try {
      entry = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("relay").start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  /** From now on bytes take longer: half of it on each way. */
  void delay(Duration more) {
    delay = more;
  }

  /** A black hole: what comes waits, on connections old and new, and nobody is told. */
  void silence(boolean on) {
    silent = on;
  }

  /** All connections end, and new ones at once. */
  void cut(boolean on) {
    cut = on;
    if (on) {
      links.forEach(Link::close);
    }
  }

  /** What is connected carries nothing any more, for ever, and nobody is told; what is new does. */
  void abandon() {
    links.forEach(link -> link.abandoned = true);
  }

  private void accept() {
    while (!entry.isClosed()) {
      try {
        var client = entry.accept();
        if (cut) {
          client.close();
        } else {
          Thread.startVirtualThread(() -> join(client));
        }
      } catch (IOException e) {
        // closed, or the client is gone already
      }
    }
  }

  private void join(Socket client) {
    try {
      while (silent) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      var link = new Link(client, route.connect());
      links.add(link);
      link.start();
    } catch (IOException e) {
      closeQuietly(client);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is gone, and that was wanted
    }
  }

  @Override
  public void close() {
    silent = false;
    cut(true);
    try {
      entry.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile boolean abandoned;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void start() throws IOException {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread.startVirtualThread(() -> pass(client, server));
      Thread.startVirtualThread(() -> pass(server, client));
    }

    private void pass(Socket from, Socket to) {
      var bytes = new byte[16 << 10];
      try {
        for (int n = read(from, bytes); n >= 0; n = read(from, bytes)) {
          if (!abandoned) {
            to.getOutputStream().write(bytes, 0, n);
          }
        }
      } catch (IOException e) {
        // one end is gone: so is the other
      }
      if (!abandoned) {
        close();
      }
    }

    /** What is read, or the end of it, is known as late as the network makes it. */
    private int read(Socket from, byte[] bytes) throws IOException {
      int n = from.getInputStream().read(bytes);
      LockSupport.parkNanos(delay.toNanos() / 2);
      while (silent) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      return n;
    }

    void close() {
      links.remove(this);
      closeQuietly(client);
      closeQuietly(server);
    }
  }
}
