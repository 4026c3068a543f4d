package io.agentservice.server.base.http;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IPv4 or IPv6 addresses, such as {@code 10.0.0.0/8}; one address is a range of its own.
 */
public final class AddressRange {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV4_AND_PORT = Pattern.compile("(" + IPV4 + "):\\d{1,5}");
  private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]*)](:\\d{1,5})?");
  private static final Pattern IPV6 = Pattern.compile("([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(%.*)?");

  private final InetAddress first;
  private final int bits;

  private AddressRange(InetAddress first, int bits) {
    this.first = first;
    this.bits = bits;
  }

  /** A range by its text; null when it is none. */
  public static @Nullable AddressRange parse(String text) {
    int slash = text.indexOf('/');
    var first = address(slash < 0 ? text : text.substring(0, slash));
    if (first == null) {
      return null;
    }
    int length = length(first);
    if (slash < 0) {
      return new AddressRange(first, length);
    }
    String bits = text.substring(slash + 1);
    return bits.matches("\\d{1,3}") && Integer.parseInt(bits) <= length
        ? new AddressRange(first, Integer.parseInt(bits))
        : null;
  }

  /**
   * An address by its text, which may have brackets, a port or a zone; null when it is none. No
   * name is looked up.
   */
  static @Nullable InetAddress address(String text) {
    var bracketed = BRACKETED.matcher(text);
    String bare = bracketed.matches() ? bracketed.group(1) : text;
    var withPort = IPV4_AND_PORT.matcher(bare);
    String host = withPort.matches() ? withPort.group(1) : bare;
    var v6 = IPV6.matcher(host);
    if (!IPV4.matcher(host).matches() && !v6.matches()) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(v6.matches() ? v6.group(1) : host);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether the address is one of the range; an IPv4 address in an IPv6 form is the former. */
  boolean contains(InetAddress address) {
    int length = length(first);
    return length == length(address)
        && number(first).xor(number(address)).bitLength() <= length - bits;
  }

  private static int length(InetAddress address) {
    return address.getAddress().length * Byte.SIZE;
  }

  private static BigInteger number(InetAddress address) {
    return new BigInteger(1, address.getAddress());
  }
}
