package io.agentservice.server.base.http.edge;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The server's addresses as set, else made from the listener's once it listens (completions.md 11).
 */
public final class Addresses {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private final @Nullable String base;
  private final @Nullable String fixedStatic;
  private final @Nullable String gateway;
  private final @Nullable String server;
  private volatile String listener = "";
  private volatile String reachable = "";

  /** Of a server that no other one needs to reach. */
  public Addresses(@Nullable String base, @Nullable String fixedStatic, @Nullable String gateway) {
    this(base, fixedStatic, gateway, null);
  }

  /** {@code server}: of this one alone, for the others. */
  public Addresses(
      @Nullable String base,
      @Nullable String fixedStatic,
      @Nullable String gateway,
      @Nullable String server) {
    this.base = base;
    this.fixedStatic = fixedStatic;
    this.gateway = gateway;
    this.server = server;
  }

  /**
   * Tells the listener's address, e.g. {@code http://127.0.0.1:8080}, and the one by which other
   * machines reach it.
   */
  public void listening(String address, String fromOutside) {
    listener = address;
    reachable = fromOutside;
  }

  public String base() {
    return base == null ? listener : base;
  }

  /** Where other servers reach this one. */
  public String server() {
    return server == null ? reachable : server;
  }

  /** That of our own pages, as browsers name it: without a path. */
  public String origin() {
    var own = URI.create(base());
    String scheme = own.getScheme().toLowerCase(Locale.ROOT);
    String host = own.getHost().toLowerCase(Locale.ROOT);
    boolean usual = own.getPort() == (scheme.equals("https") ? HTTPS : HTTP);
    return scheme + "://" + host + (usual || own.getPort() < 0 ? "" : ":" + own.getPort());
  }

  /** Where missing files are; null when this server is to have them. */
  public @Nullable String otherFiles() {
    return fixedStatic == null || fixedStatic.equals(base() + "/static") ? null : fixedStatic;
  }

  /** The base address with {@code ws} for {@code http}, unless set. */
  public String gateway() {
    return gateway == null ? "ws" + base().substring("http".length()) + "/gateway" : gateway;
  }
}
