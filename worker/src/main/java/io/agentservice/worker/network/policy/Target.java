package io.agentservice.worker.network.policy;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a client wants to.
 *
 * @param host in small letters, without a dot at its end; an IPv6 address without brackets
 * @param address the host, when it is one; else null
 */
public record Target(String host, int port, @Nullable InetAddress address) {
  private static final Pattern NAME =
      Pattern.compile("(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*)(?:\\.[a-z0-9_](?:[a-z0-9_-]*))*");

  /** Systems take {@code 2130706433}, {@code 127.1} and {@code 0x7f.1} for addresses. */
  private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

  /**
   * Reads {@code host:port}, {@code [address]:port}, or without a port.
   *
   * @throws Refusal when it is neither a name nor an address
   */
  public static Target of(String authority, int otherwise) throws Refusal {
    int colon = authority.lastIndexOf(':');
    boolean follows = colon > 0 && authority.charAt(colon - 1) == ']';
    boolean hasPort = follows || (colon >= 0 && authority.indexOf(':') == colon);
    var digits = hasPort ? authority.substring(colon + 1) : "";
    var written = hasPort ? authority.substring(0, colon) : authority;
    int port = port(digits, otherwise);
    if (written.startsWith("[") && written.endsWith("]")) {
      var literal = written.substring(1, written.length() - 1);
      var address = Range.address(literal).filter(found -> literal.contains(":"));
      return new Target(
          literal.toLowerCase(Locale.ROOT),
          checked(port, written),
          address.orElseThrow(() -> new Refusal(shown(written), port, "this is no IPv6 address")));
    }
    var host = written.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    Optional<InetAddress> address = host.contains(":") ? Optional.empty() : Range.address(host);
    if (address.isEmpty()
        && (!NAME.matcher(host).matches() || ENDS_IN_NUMBER.matcher(host).matches())) {
      throw new Refusal(shown(written), port, "this is no name of a host");
    }
    return new Target(host, checked(port, written), address.orElse(null));
  }

  private static int port(String digits, int otherwise) {
    if (digits.isEmpty()) {
      return otherwise;
    }
    return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : -1;
  }

  private static int checked(int port, String host) throws Refusal {
    if (port < 1 || port > 65_535) {
      throw new Refusal(shown(host), 0, "this is no port");
    }
    return port;
  }

  /** For people: what a client has sent may be anything. */
  public static String shown(String text) {
    var clean = text.replaceAll("[^A-Za-z0-9.:_\\[\\]-]", "?");
    return clean.length() > 100 ? clean.substring(0, 100) : clean;
  }

  public Refusal refusal(String reason) {
    return new Refusal(host, port, reason);
  }
}
