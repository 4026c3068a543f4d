package io.agentservice.worker.network.policy;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** The addresses whose first bits are those of {@code network}; all bits: one address. */
public record Range(InetAddress network, int bits) {
  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  /** Reads {@code 10.0.0.0/8}, {@code 192.0.2.1}, {@code fd00::/8}; empty for anything else. */
  public static Optional<Range> of(String text) {
    var parts = text.strip().split("/", -1);
    var network = address(parts[0]);
    if (network.isEmpty() || parts.length > 2) {
      return Optional.empty();
    }
    int all = network.get().getAddress().length * 8;
    if (parts.length == 1) {
      return Optional.of(new Range(network.get(), all));
    }
    return parts[1].matches("[0-9]{1,3}") && Integer.parseInt(parts[1]) <= all
        ? Optional.of(new Range(network.get(), Integer.parseInt(parts[1])))
        : Optional.empty();
  }

  /**
   * An address that is written out: four numbers, or IPv6 without a zone. Other forms of the same
   * address (one number, octal) are none, and an IPv4 address in an IPv6 one is not taken for it.
   */
  static Optional<InetAddress> address(String text) {
    boolean old = IPV4.matcher(text).matches();
    if (!old && !IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      var address = InetAddress.ofLiteral(text);
      return address instanceof Inet4Address == old ? Optional.of(address) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whether the address is one of these. */
  public boolean contains(InetAddress address) {
    var own = network.getAddress();
    var other = address.getAddress();
    if (own.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % 8;
      if ((own[bit / 8] & mask) != (other[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  boolean contains(Range other) {
    return bits <= other.bits && contains(other.network);
  }
}
