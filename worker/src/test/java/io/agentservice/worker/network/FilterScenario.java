package io.agentservice.worker.network;

import io.agentservice.wire.fleet.QueueEntry.Allow;
import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.network.policy.LivePolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A filter, its clients, and servers on loopback that note what they hear. */
class FilterScenario {
  static final Limits QUICK =
      new Limits(
          8,
          Duration.ofMillis(400),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofMillis(400));

  @TempDir Path directory;

  final Map<String, List<String>> names = new ConcurrentHashMap<>();
  final List<String> lookedUp = new CopyOnWriteArrayList<>();

  /** What the service says when it is asked anew. */
  final AtomicReference<Optional<NetworkPolicy>> latest = new AtomicReference<>(Optional.empty());

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (var one : open.reversed()) {
      one.close();
    }
  }

  /** Hosts at 127.0.0.1, which the policy lets names lead to, but for those of {@link #names}. */
  Filter filter(String... hosts) throws IOException {
    return filter(Limits.STANDARD, hosts);
  }

  Filter filter(Limits limits, String... hosts) throws IOException {
    var allowed = new ArrayList<>(List.of(new Allow(null, "127.0.0.0/8", null)));
    for (var host : hosts) {
      allowed.add(new Allow(host, null, null));
    }
    var policy = new NetworkPolicy(true, allowed);
    var live = new LivePolicy(policy, URI.create("ws://gateway.test:1/x"), latest::get);
    return closing(Filter.listen(socket(), live, this::resolve, limits));
  }

  Path socket() {
    return directory.resolve("out.sock");
  }

  private List<InetAddress> resolve(String name) throws UnknownHostException {
    lookedUp.add(name);
    if (name.startsWith("missing")) {
      throw new UnknownHostException(name);
    }
    return names.getOrDefault(name, List.of("127.0.0.1")).stream()
        .map(InetAddress::ofLiteral)
        .toList();
  }

  <T extends AutoCloseable> T closing(T one) {
    open.add(one);
    return one;
  }

  /** Says "hello" to each, then echoes or answers; {@link #heard} has what came. */
  final class Server implements AutoCloseable {
    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    final Set<Socket> visitors = ConcurrentHashMap.newKeySet();
    private final ServerSocket listening;
    private final String answer;

    /** {@code answer} to the first bytes; empty: what comes is sent back. */
    Server(String answer) throws IOException {
      this.listening = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
      this.answer = answer;
      Thread.ofVirtual().start(this::accept);
      closing(this);
    }

    int port() {
      return listening.getLocalPort();
    }

    private void accept() {
      try {
        while (true) {
          var visitor = listening.accept();
          visitors.add(visitor);
          Thread.ofVirtual().start(() -> serve(visitor));
        }
      } catch (IOException _) {
        // the end
      }
    }

    private void serve(Socket visitor) {
      try (visitor) {
        var buffer = new byte[64 << 10];
        var all = new StringBuilder();
        for (int count = visitor.getInputStream().read(buffer);
            count >= 0;
            count = visitor.getInputStream().read(buffer)) {
          var text = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
          all.append(text);
          heard.add(text);
          if (answer.isEmpty()) {
            visitor.getOutputStream().write(buffer, 0, count);
          } else if (all.indexOf("\r\n\r\n") >= 0) {
            visitor.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            return;
          }
        }
      } catch (IOException _) {
        // gone
      } finally {
        visitors.remove(visitor);
      }
    }

    @Override
    public void close() throws IOException {
      listening.close();
      for (var visitor : visitors) {
        visitor.close();
      }
    }
  }

  Client client() throws IOException {
    return closing(new Client(SocketChannel.open(UnixDomainSocketAddress.of(socket()))));
  }

  /** One connection to the filter. */
  record Client(SocketChannel channel) implements AutoCloseable {
    Client say(String text) throws IOException {
      return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Client say(byte[] bytes) throws IOException {
      for (var rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
        channel.write(rest);
      }
      return this;
    }

    /** As many bytes as the text has, or fewer at the end. */
    String hear(int bytes) throws IOException {
      return new String(
          Channels.newInputStream(channel).readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    String hearAll() throws IOException {
      return new String(
          Channels.newInputStream(channel).readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    static final String ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";

    Client tunnel(String authority) throws IOException {
      say("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
      var answer = hear(ESTABLISHED.length());
      if (!answer.equals(ESTABLISHED)) {
        throw new IOException(answer);
      }
      return this;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** What the filter says of denials. */
  String denied() throws IOException {
    try (var client = client()) {
      return client
          .say("GET /denied HTTP/1.1\r\n\r\n")
          .hearAll()
          .replaceFirst("(?s).*\r\n\r\n", "");
    }
  }
}
