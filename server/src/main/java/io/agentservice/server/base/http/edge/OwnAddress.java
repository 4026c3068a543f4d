package io.agentservice.server.base.http.edge;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.Optional;

/** The address of this machine by which others may reach it, where it has been told none. */
final class OwnAddress {
  private OwnAddress() {}

  /** That of the first network, IPv4 before IPv6; empty where there is no network. */
  static Optional<String> find() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(OwnAddress::isUp)
          .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
          .min(Comparator.comparing(address -> !(address instanceof Inet4Address)))
          .map(OwnAddress::text);
    } catch (SocketException _) {
      return Optional.empty();
    }
  }

  /** Without the name of the network, which means nothing elsewhere. */
  static String text(InetAddress address) {
    return address.getHostAddress().replaceFirst("%.*", "");
  }

  private static boolean isUp(NetworkInterface network) {
    try {
      return network.isUp() && !network.isLoopback();
    } catch (SocketException _) {
      return false;
    }
  }
}
