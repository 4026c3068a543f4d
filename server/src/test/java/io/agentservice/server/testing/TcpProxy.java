package io.agentservice.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** The network before a database: passes bytes on, falls silent, or refuses. */
public final class TcpProxy implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

  private final int target;
  private final ServerSocket server;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong carried = new AtomicLong();
  private volatile boolean refuses;

  private TcpProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("proxy").start(this::accept);
  }

  /** One before the database of that address. */
  public static TcpProxy before(String jdbcUrl) {
    var address = ADDRESS.matcher(jdbcUrl);
    if (!address.find()) {
      throw new IllegalArgumentException("no port in the address");
    }
    try {
      return new TcpProxy(Integer.parseInt(address.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same database through this. */
  public String through(String jdbcUrl) {
    return ADDRESS.matcher(jdbcUrl).replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
  }

  /** Connections that are open carry nothing any more, and nobody is told; new ones do. */
  public void silenceOpenOnes() {
    links.forEach(link -> link.silent = true);
  }

  /** Bytes that the database has sent through this. */
  public long received() {
    return received.get();
  }

  /** Bytes that were sent through this in both directions: statements, their values and rows. */
  public long carried() {
    return carried.get();
  }

  /** Ends all connections and takes no new ones. */
  public void refuse() {
    refuses = true;
    links.forEach(Link::close);
  }

  /** Takes connections again. */
  public void admit() {
    refuses = false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        if (refuses) {
          client.close();
        } else {
          var link = new Link(client);
          links.add(link);
          link.start();
        }
      } catch (IOException e) {
        // closed, or the client is gone already
      }
    }
  }

  private final class Link {
    private final Socket client;
    private final Socket database = new Socket();
    private volatile boolean silent;

    Link(Socket client) {
      this.client = client;
    }

    void start() throws IOException {
      database.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5000);
      Thread.ofVirtual().start(() -> pass(client, database));
      Thread.ofVirtual().start(() -> pass(database, client));
    }

    private void pass(Socket from, Socket to) {
      var bytes = new byte[16 << 10];
      try {
        for (int n = from.getInputStream().read(bytes);
            n >= 0;
            n = from.getInputStream().read(bytes)) {
          carried.addAndGet(n);
          received.addAndGet(from.equals(database) ? n : 0);
          if (!silent) {
            to.getOutputStream().write(bytes, 0, n);
          }
        }
      } catch (IOException e) {
        // one end is gone: so is the other
      }
      if (!silent) {
        close();
      }
    }

    void close() {
      links.remove(this);
      try {
        client.close();
        database.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    refuse();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
