package io.agentservice.server.base.http.limits;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** IPv4 or IPv6 addresses, such as {@code 10.0.0.0/8}, or a single one. */
public final class AddressRange {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV4_AND_PORT = Pattern.compile("(" + IPV4 + "):\\d{1,5}");
  private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]*)](:\\d{1,5})?");
  private static final Pattern IPV6 = Pattern.compile("([0-9a-fA-F.]*:[0-9a-fA-F:.]*)(%.*)?");

  private static final int IPV6_GROUPS = 8;

  private final InetAddress first;
  private final int bits;

  private AddressRange(InetAddress first, int bits) {
    this.first = first;
    this.bits = bits;
  }

  /** Null when it is no range. */
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

  /** Host bits cleared, always with a length, IPv6 as in RFC 5952. */
  public String canonical() {
    int length = length(first);
    var begin = number(first).shiftRight(length - bits).shiftLeft(length - bits);
    return (length == Integer.SIZE ? ipv4(begin.intValue()) : ipv6(begin)) + "/" + bits;
  }

  private static String ipv4(int address) {
    return "%d.%d.%d.%d"
        .formatted(address >>> 24, address >>> 16 & 0xff, address >>> 8 & 0xff, address & 0xff);
  }

  /** Leaves out the first longest run of two or more zero groups. */
  private static String ipv6(BigInteger address) {
    var groups = new ArrayList<String>();
    for (int i = IPV6_GROUPS - 1; i >= 0; i--) {
      groups.add(Integer.toHexString(address.shiftRight(Short.SIZE * i).intValue() & 0xffff));
    }
    for (int run = IPV6_GROUPS; run > 1; run--) {
      int at = Collections.indexOfSubList(groups, Collections.nCopies(run, "0"));
      if (at >= 0) {
        return String.join(":", groups.subList(0, at))
            + "::"
            + String.join(":", groups.subList(at + run, IPV6_GROUPS));
      }
    }
    return String.join(":", groups);
  }

  /** An address, perhaps with brackets, port or zone; else null. Looks up no name. */
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

  /** Also for an IPv4 address in an IPv6 form. */
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
