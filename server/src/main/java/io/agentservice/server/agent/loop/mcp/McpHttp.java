package io.agentservice.server.agent.loop.mcp;

import java.net.InetAddress;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The way to servers of HTTP. An address that is not public is reached only by a name that the
 * installation trusts: it is judged where the connection looks it up, so that nothing can change in
 * between. Follows no redirect, keeps no connection, sends nothing twice.
 */
public final class McpHttp {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** What the client takes for an address, without looking it up. */
  private static final Pattern LITERAL =
      Pattern.compile("\\[?([0-9a-fA-F]*:[0-9a-fA-F:.]*|[\\d.]+)(%.*)?\\]?");

  private final Set<String> trusted;
  private @Nullable OkHttpClient client;

  /** {@code trusted}: names that may lead to private addresses. */
  public McpHttp(Set<String> trusted) {
    this.trusted =
        trusted.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Made when it is needed: most servers start without any. */
  synchronized OkHttpClient client() {
    if (client == null) {
      client =
          new OkHttpClient.Builder()
              .dns(this::lookup)
              .proxy(Proxy.NO_PROXY)
              .connectTimeout(CONNECT)
              .readTimeout(Duration.ZERO)
              .followRedirects(false)
              .followSslRedirects(false)
              .retryOnConnectionFailure(false)
              .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
              .build();
    }
    return client;
  }

  /** Throws {@link McpException} for an address that is none to go to. */
  void check(String host) {
    if (LITERAL.matcher(host).matches()) {
      try {
        var _ = lookup(host);
      } catch (UnknownHostException e) {
        throw new McpException(McpException.Fate.NOT_DONE, String.valueOf(e.getMessage()));
      }
    }
  }

  private List<InetAddress> lookup(String host) throws UnknownHostException {
    var all = Arrays.asList(InetAddress.getAllByName(host));
    if (trusted.contains(host.toLowerCase(Locale.ROOT))) {
      return all;
    }
    var open = all.stream().filter(PublicAddress::is).toList();
    if (open.isEmpty()) {
      throw new UnknownHostException(
          "%s leads to an address that is not public; the installation can trust it by AGENT_MCP_PRIVATE_HOSTS"
              .formatted(host));
    }
    return open;
  }
}
