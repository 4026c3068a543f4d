package io.agentservice.server.base.http.limits;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request's address (auth.md 6): the TCP peer or, behind trusted proxies, the last forwarded
 * address that is none.
 */
public final class ClientAddresses {
  /** A proxy of this machine that no setting names. */
  static final String HIDDEN = "behind a proxy";

  private static final Logger LOG = LoggerFactory.getLogger(ClientAddresses.class);
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private final List<AddressRange> trusted;
  private final AtomicBoolean told = new AtomicBoolean();

  /** {@code trusted}: addresses of the proxies. */
  public ClientAddresses(List<AddressRange> trusted) {
    this.trusted = List.copyOf(trusted);
  }

  /** The caller's address as text; for the access list, the rates and the records of who did it. */
  public String of(HttpServletRequest request) {
    var peer = AddressRange.address(request.getRemoteAddr());
    if (peer == null) {
      return request.getRemoteAddr();
    }
    return (isTrusted(peer) ? client(peer, hops(request)) : peer).getHostAddress();
  }

  /**
   * As {@link #of}, for the access list; {@link #HIDDEN} for an unnamed proxy of this machine, from
   * where all would be allowed.
   */
  public String source(HttpServletRequest request) {
    var peer = AddressRange.address(request.getRemoteAddr());
    if (peer != null && isLoopback(peer) && !isTrusted(peer) && isForwarded(request)) {
      if (told.compareAndSet(false, true)) {
        LOG.warn(
            "requests come through a proxy on this machine that AGENT_TRUSTED_PROXIES does not name: limits of"
                + " strangers and the audit log see its address, and an IP access list refuses all that it"
                + " forwards; set AGENT_TRUSTED_PROXIES={}",
            peer.getHostAddress());
      }
      return HIDDEN;
    }
    return of(request);
  }

  private InetAddress client(InetAddress peer, List<String> hops) {
    var address = peer;
    for (int i = hops.size() - 1; i >= 0 && isTrusted(address); i--) {
      var hop = AddressRange.address(hops.get(i));
      if (hop == null) { // "unknown", for instance: all that is known is who said so
        return address;
      }
      address = hop;
    }
    return address;
  }

  /** Of all lines of the header: a proxy may add one. */
  private static List<String> hops(HttpServletRequest request) {
    return Collections.list(request.getHeaders(FORWARDED_FOR)).stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(String::strip)
        .toList();
  }

  private boolean isTrusted(InetAddress address) {
    return trusted.stream().anyMatch(range -> range.contains(address));
  }

  /** Whether a program of this machine asks, other than a proxy. */
  boolean isLocal(HttpServletRequest request) {
    var peer = AddressRange.address(request.getRemoteAddr());
    return trusted.isEmpty() && isLoopback(peer) && !isForwarded(request);
  }

  private static boolean isForwarded(HttpServletRequest request) {
    return Collections.list(request.getHeaderNames()).stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(name ->
            name.equals("forwarded")
                || name.equals("x-real-ip")
                || name.startsWith("x-forwarded-"));
  }

  private static boolean isLoopback(@Nullable InetAddress address) {
    return address != null && address.isLoopbackAddress();
  }
}
