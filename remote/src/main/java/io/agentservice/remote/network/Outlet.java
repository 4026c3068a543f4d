package io.agentservice.remote.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.agentservice.remote.base.Log;
import io.agentservice.wire.frames.ToServer.Denied;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The filter of the worker, as the session's programs and the remote itself reach it. */
public final class Outlet implements AutoCloseable {
  /** Set by a worker that gives the session a network of its own, to the filter's socket. */
  public static final String SOCKET = "AGENT_NETWORK_SOCKET";

  /** Set besides to the names, with commas, which programs reach without the filter. */
  private static final String DIRECT = "AGENT_NETWORK_DIRECT";

  /** In a network of its own it is always free when the remote starts. */
  private static final int PORT = 3128;

  /** A program that tries the same again and again is told of so often. */
  private static final int MOST_NEWS_OF_ONE = 5;

  private static final int MOST_NEWS = 20;
  private static final int LONGEST_HEAD = 4096;

  private final Path socket;
  private final String direct;
  private final int port;
  private final List<Relay> relays = new ArrayList<>();
  private final Map<Key, Known> known = new HashMap<>();

  private record Key(String host, int port, String reason) {}

  private record Known(long tries, int told) {}

  private Outlet(Path socket, String direct, int port) throws IOException {
    this.socket = socket;
    this.direct = direct;
    var loopback = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    relays.add(new Relay(loopback, this::connect));
    this.port = port;
  }

  /**
   * Listens for the session's programs; empty when the session has the machine's network.
   *
   * @param variables the remote's own
   * @param gateway one on the machine's loopback is found at the same place within
   */
  public static Optional<Outlet> open(Map<String, String> variables, URI gateway)
      throws IOException {
    return open(variables, gateway, PORT);
  }

  static Optional<Outlet> open(Map<String, String> variables, URI gateway, int port)
      throws IOException {
    var socket = variables.get(SOCKET);
    if (socket == null) {
      return Optional.empty();
    }
    var direct = variables.getOrDefault(DIRECT, "localhost,127.0.0.1,::1");
    var outlet = new Outlet(Path.of(socket), direct, port);
    outlet.mirror(gateway);
    return Optional.of(outlet);
  }

  /** Git goes to the gateway, and what is on loopback does not go by the proxy. */
  private void mirror(URI gateway) {
    int at = gateway.getPort() < 0 ? 80 : gateway.getPort();
    try {
      for (var address : InetAddress.getAllByName(gateway.getHost())) {
        if (address.isLoopbackAddress()) {
          relays.add(
              new Relay(
                  new InetSocketAddress(address, at), () -> tunnel(gateway.getRawAuthority(), at)));
        }
      }
    } catch (UnknownHostException _) {
      // It is somewhere else, and names are looked up by the filter.
    } catch (IOException e) {
      Log.warn("git does not reach the gateway: " + e.getMessage());
    }
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket));
  }

  private SocketChannel tunnel(String authority, int at) throws IOException {
    var channel = connect();
    try {
      var target = authority.matches(".*:[0-9]+") ? authority : authority + ":" + at;
      write(channel, "CONNECT %s HTTP/1.1\r\n\r\n".formatted(target));
      var head = new StringBuilder();
      var one = ByteBuffer.allocate(1); // what comes behind it is not ours
      while (head.indexOf("\r\n\r\n") < 0) {
        if (channel.read(one.clear()) < 0 || head.length() > LONGEST_HEAD) {
          throw new IOException("the filter has refused");
        }
        head.append((char) one.get(0));
      }
      if (!head.toString().startsWith("HTTP/1.1 200 ")) {
        throw new IOException("the filter has refused");
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void write(SocketChannel channel, String text) throws IOException {
    for (var bytes = ByteBuffer.wrap(text.getBytes(ISO_8859_1)); bytes.hasRemaining(); ) {
      channel.write(bytes);
    }
  }

  /** For the remote's own connections. */
  public ProxySelector proxies() {
    return ProxySelector.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
  }

  /** How programs learn of it: each reads some of these. */
  public Map<String, String> variables() {
    var proxy = "http://127.0.0.1:" + port;
    var all = new TreeMap<String, String>();
    for (var name : List.of("http_proxy", "https_proxy", "all_proxy")) {
      all.put(name, proxy);
      all.put(name.toUpperCase(Locale.ROOT), proxy);
    }
    all.put("no_proxy", direct);
    all.put("NO_PROXY", direct);
    all.put("NODE_USE_ENV_PROXY", "1");
    var java = new ArrayList<String>();
    for (var scheme : List.of("http", "https")) {
      java.add("-D%s.proxyHost=127.0.0.1".formatted(scheme));
      java.add("-D%s.proxyPort=%d".formatted(scheme, port));
    }
    java.add("-Dhttp.nonProxyHosts=" + direct.replace("::1", "[::1]").replace(',', '|'));
    java.add("-Daether.connector.http.useSystemProperties=true"); // Maven
    all.put("JAVA_TOOL_OPTIONS", String.join(" ", java));
    return all;
  }

  /** What was denied since the last call, and not too often before. */
  public synchronized List<Denied> news() {
    var news = new ArrayList<Denied>();
    for (var line : denied().lines().toList()) {
      var words = line.split("\t", 4);
      if (words.length == 4 && news.size() < MOST_NEWS) {
        var one = news(words);
        if (one != null) {
          news.add(one);
        }
      }
    }
    return news;
  }

  private @Nullable Denied news(String[] words) {
    try {
      long tries = Long.parseLong(words[0]);
      var key = new Key(words[2], Integer.parseInt(words[1]), words[3]);
      var before = known.getOrDefault(key, new Known(0, 0));
      if (tries <= before.tries || before.told >= MOST_NEWS_OF_ONE) {
        return null;
      }
      known.put(key, new Known(tries, before.told + 1));
      return new Denied(key.host, key.port, key.reason, tries - before.tries);
    } catch (NumberFormatException _) {
      return null; // of a newer worker
    }
  }

  /** A line for each: tries, port, host, reason, with tabs between. */
  private String denied() {
    try (var channel = connect()) {
      write(channel, "GET /denied HTTP/1.1\r\n\r\n");
      var answer = new String(Channels.newInputStream(channel).readAllBytes(), ISO_8859_1);
      int body = answer.indexOf("\r\n\r\n");
      return body < 0 ? "" : answer.substring(body + 4);
    } catch (IOException _) {
      return ""; // a worker that is replaced knows no more of them
    }
  }

  @Override
  public void close() {
    for (var relay : relays) {
      try {
        relay.close();
      } catch (IOException e) {
        Log.warn("the way out is not closed: " + e.getMessage());
      }
    }
  }
}
