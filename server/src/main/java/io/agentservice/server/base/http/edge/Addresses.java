package io.agentservice.server.base.http.edge;

import org.jspecify.annotations.Nullable;

/**
 * The server's addresses as set, else made from the listener's once it listens (completions.md 11).
 */
public final class Addresses {
  private final @Nullable String base;
  private final @Nullable String fixedStatic;
  private final @Nullable String gateway;
  private volatile String listener = "";

  public Addresses(@Nullable String base, @Nullable String fixedStatic, @Nullable String gateway) {
    this.base = base;
    this.fixedStatic = fixedStatic;
    this.gateway = gateway;
  }

  /** Tells the listener's address, e.g. {@code http://127.0.0.1:8080}. */
  public void listening(String address) {
    listener = address;
  }

  public String base() {
    return base == null ? listener : base;
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
