package io.agentservice.server.base.outside;

import java.net.Inet4Address;
import java.net.InetAddress;

/** Tells addresses of the internet from those of machines, their networks and clouds. */
final class PublicAddress {
  private PublicAddress() {}

  static boolean is(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xFF;
    int second = bytes[1] & 0xFF;
    if (address instanceof Inet4Address) {
      return first != 0
          && first < 240
          && !(first == 100 && second >= 64 && second < 128) // shared by providers
          && !(first == 192 && second == 0 && bytes[2] == 0)
          && !(first == 198 && (second == 18 || second == 19));
    }
    // Global unicast; not 2002::/16 (6to4) and 2001::/32 (Teredo), which hold other addresses.
    return (first & 0xE0) == 0x20
        && !(first == 0x20 && second == 2)
        && !(first == 0x20 && second == 1 && bytes[2] == 0 && bytes[3] == 0);
  }
}
