package io.agentservice.server.http;

import io.javalin.http.Context;
import java.util.Set;

/**
 * The address that a request came from (auth.md 6): the TCP peer or, when that is a trusted proxy,
 * the last address that it forwarded for and that is no trusted proxy itself. What a stranger
 * writes into the header counts for nothing.
 */
public final class ClientAddresses {
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private final Set<String> trusted;

  /** {@code trusted}: addresses of the proxies. */
  public ClientAddresses(Set<String> trusted) {
    this.trusted = Set.copyOf(trusted);
  }

  String of(Context context) {
    String address = context.ip();
    String header = context.header(FORWARDED_FOR);
    String[] hops = header == null ? new String[0] : header.split(",", -1);
    for (int i = hops.length - 1; i >= 0 && trusted.contains(address); i--) {
      address = hops[i].strip();
    }
    return address;
  }
}
