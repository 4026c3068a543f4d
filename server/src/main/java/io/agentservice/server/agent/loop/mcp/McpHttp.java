package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.base.outside.OutsideHosts;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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

  private final OutsideHosts hosts;
  private @Nullable OkHttpClient client;

  /** {@code trusted}: names that may lead to private addresses. */
  public McpHttp(Set<String> trusted) {
    hosts = new OutsideHosts(trusted, "AGENT_MCP_PRIVATE_HOSTS");
  }

  /** Made when it is needed: most servers start without any. */
  synchronized OkHttpClient client() {
    if (client == null) {
      client =
          new OkHttpClient.Builder()
              .dns(hosts::lookup)
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
        var _ = hosts.lookup(host);
      } catch (UnknownHostException e) {
        throw new McpException(McpException.Fate.NOT_DONE, String.valueOf(e.getMessage()));
      }
    }
  }
}
