package io.agentservice.client.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proxies as HTTPS_PROXY, HTTP_PROXY and NO_PROXY name them, in either case of letters. Loopback is
 * always called directly. User and password of a proxy stand in its address; they are sent to it
 * and shown nowhere.
 */
public final class EnvironmentProxies extends ProxySelector {
  private static final List<Proxy> DIRECT = List.of(Proxy.NO_PROXY);
  private static final String TUNNEL_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

  private final Map<String, String> environment;

  /** Reads the variables at each selection. To be made before the client that uses it. */
  public EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
    if (List.of("HTTPS_PROXY", "HTTP_PROXY").stream().anyMatch(this::hasPassword)) {
      // The JDK keeps passwords from proxies of https addresses unless this is empty; whoever wrote
      // one into the variable wants it sent. Read once, when the first HTTP client is made.
      System.setProperty(TUNNEL_SCHEMES, System.getProperty(TUNNEL_SCHEMES, ""));
    }
  }

  /**
   * The proxy for an address.
   *
   * @throws IllegalArgumentException when the variable that counts names no proxy; see {@link
   *     #flaw}
   */
  @Override
  public List<Proxy> select(URI uri) {
    var proxy = proxy(uri);
    if (proxy == null) {
      return DIRECT;
    }
    int port = proxy.getPort() == -1 ? 80 : proxy.getPort();
    return List.of(
        new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port)));
  }

  /** Adds to a request what the proxy on its way asks for; nothing where there is none. */
  public HttpRequest.Builder authorize(HttpRequest.Builder request, URI uri) {
    // Not by an Authenticator: with one the JDK rejects each 401 that has no WWW-Authenticate.
    var proxy = proxy(uri);
    var login = proxy == null ? null : proxy.getUserInfo();
    if (login != null) {
      var pair = login.contains(":") ? login : login + ":";
      var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
      request.setHeader("Proxy-Authorization", "Basic " + encoded);
    }
    return request;
  }

  /** The variable that decides for the address when it names no proxy; null when all is well. */
  public @Nullable String flaw(URI uri) {
    try {
      proxy(uri);
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private @Nullable URI proxy(URI uri) {
    var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    var name = "https".equalsIgnoreCase(uri.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY";
    var value = variable(name);
    return value == null || isLoopback(host) || isExcepted(host, port(uri))
        ? null
        : parsed(name, value);
  }

  private static URI parsed(String name, String value) {
    try {
      var address = new URI(value.contains("://") ? value : "http://" + value);
      if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
        return address;
      }
    } catch (URISyntaxException _) {
      // The value is not shown: there may be a password in it.
    }
    throw new IllegalArgumentException(
        name + " is no address like http://proxy.example.com:3128 (a password must be encoded)");
  }

  private boolean hasPassword(String name) {
    var value = variable(name);
    return value != null && value.contains("@");
  }

  private static int port(URI uri) {
    return uri.getPort() != -1 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  private boolean isExcepted(String host, int port) {
    var exceptions = variable("NO_PROXY");
    if (exceptions == null) {
      return false;
    }
    for (var entry : exceptions.toLowerCase(Locale.ROOT).split("[,\\s]+", -1)) {
      if (entry.equals("*")) {
        return true;
      }
      var name = entry.replaceFirst("^[*]?[.]", "");
      if (name.endsWith(":" + port)) {
        name = name.substring(0, name.lastIndexOf(':'));
      }
      if (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name))) {
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
