package io.agentservice.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proxies as HTTPS_PROXY, HTTP_PROXY and NO_PROXY name them, in either case of letters. Loopback is
 * always called directly. Proxies that ask for a password are not supported.
 */
public final class EnvironmentProxies extends ProxySelector {
  private static final List<Proxy> DIRECT = List.of(Proxy.NO_PROXY);
  private final Map<String, String> environment;

  /** Reads the variables at each selection. */
  public EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    var proxy = variable("https".equalsIgnoreCase(uri.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY");
    if (proxy == null || isLoopback(host) || isExcepted(host)) {
      return DIRECT;
    }
    try {
      var address = new URI(proxy.contains("://") ? proxy : "http://" + proxy);
      if (address.getHost() == null) {
        return DIRECT;
      }
      int port = address.getPort() == -1 ? 80 : address.getPort();
      return List.of(
          new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(address.getHost(), port)));
    } catch (URISyntaxException _) {
      return DIRECT;
    }
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  private boolean isExcepted(String host) {
    var exceptions = variable("NO_PROXY");
    if (exceptions == null) {
      return false;
    }
    for (var entry : exceptions.toLowerCase(Locale.ROOT).split("[,\\s]+", -1)) {
      var name = entry.startsWith(".") ? entry.substring(1) : entry;
      if (name.equals("*")
          || (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name)))) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String variable(String name) {
    var value = environment.get(name);
    if (value == null || value.isBlank()) {
      value = environment.get(name.toLowerCase(Locale.ROOT));
    }
    return value == null || value.isBlank() ? null : value.strip();
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    // The failure reaches the caller by itself; there is no second proxy to fall back to.
  }
}
