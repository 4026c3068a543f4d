package io.agentservice.worker.network.policy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Addresses that lead to the machine itself, to its cloud, or to its own network. */
public final class Reserved {
  /** The more special first: a refusal says the first that fits. */
  private static final Map<Range, String> NEVER = new LinkedHashMap<>();

  private static final List<Range> PRIVATE =
      List.of(
          range("10.0.0.0/8"),
          range("100.64.0.0/10"),
          range("172.16.0.0/12"),
          range("192.0.0.0/24"),
          range("192.168.0.0/16"),
          range("198.18.0.0/15"),
          range("fc00::/7"),
          range("fec0::/10"));

  static {
    name(
        "an address of a cloud's metadata",
        "169.254.169.254", // Amazon, Google, Azure, Oracle and others
        "169.254.170.2",
        "169.254.170.23",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16");
    name("an address of the machine itself", "127.0.0.0/8", "0.0.0.0/8", "::1", "::");
    name("a link-local address", "169.254.0.0/16", "fe80::/10");
    name(
        "an IPv4 address in an IPv6 one",
        "::/96",
        "::ffff:0:0:0/96",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2001::/32",
        "2002::/16");
    name("no address of one machine", "224.0.0.0/4", "240.0.0.0/4", "ff00::/8");
  }

  private static final Set<String> NEAR =
      Set.of("an address of a cloud's metadata", "a link-local address");

  private Reserved() {}

  /** Where metadata of clouds are, and what else answers on the machine's own wire only. */
  public static List<Range> near() {
    return Stream.concat(
            NEVER.entrySet().stream()
                .filter(kind -> NEAR.contains(kind.getValue()))
                .map(Map.Entry::getKey),
            Stream.of(range("64:ff9b::169.254.0.0/112"))) // as a translator to IPv4 has it
        .toList();
  }

  private static void name(String words, String... ranges) {
    for (var text : ranges) {
      NEVER.put(range(text), words);
    }
  }

  private static Range range(String text) {
    return Range.of(text).orElseThrow();
  }

  /**
   * What the address is, when no rule but one for exactly this kind lets it pass: a rule that only
   * covers it among others ({@code 0.0.0.0/0}) does not.
   */
  static Optional<String> kind(InetAddress address, List<Range> allowed) {
    return NEVER.entrySet().stream()
        .filter(kind -> kind.getKey().contains(address))
        .filter(kind ->
            allowed.stream()
                .noneMatch(rule -> kind.getKey().contains(rule) && rule.contains(address)))
        .map(Map.Entry::getValue)
        .findFirst()
        .or(() -> own(address, allowed));
  }

  /** What listens on all addresses is behind no firewall for this machine itself. */
  private static Optional<String> own(InetAddress address, List<Range> allowed) {
    var one = new Range(address, address.getAddress().length * 8);
    try {
      return address.isLoopbackAddress()
              || allowed.contains(one)
              || NetworkInterface.getByInetAddress(address) == null
          ? Optional.empty()
          : Optional.of("an address of the machine itself");
    } catch (SocketException _) {
      return Optional.empty(); // it has none
    }
  }

  /** Whether it is one of a network that the public one does not reach. */
  static boolean isPrivate(InetAddress address) {
    return PRIVATE.stream().anyMatch(range -> range.contains(address));
  }
}
