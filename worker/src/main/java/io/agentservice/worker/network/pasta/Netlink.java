package io.agentservice.worker.network.pasta;

import io.agentservice.worker.network.policy.Range;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Requests to the kernel about a network (rtnetlink(7)), as hexadecimal digits. */
final class Netlink {
  private static final int NEW_LINK = 16;
  private static final int NEW_RULE = 32;
  private static final int REQUEST = 0x1 | 0x4; // and answer it
  private static final int CREATE = 0x400;
  private static final int UP = 1;
  private static final int LOOPBACK = 1; // its number in each network
  private static final int IPV4 = 2;
  private static final int IPV6 = 10;

  /** The table with the usual routes. */
  private static final int MAIN = 254;

  private static final int TO_TABLE = 1;
  private static final int PROHIBIT = 8;
  private static final int TCP = 6;

  private static final int DESTINATION = 1;
  private static final int PRIORITY = 6;
  private static final int PROTOCOL = 22;
  private static final int DESTINATION_PORTS = 24;

  private Netlink() {}

  /** Loopback is there. */
  static String loopbackUp() {
    return hex(
        NEW_LINK, REQUEST, buffer(16).put(new byte[4]).putInt(LOOPBACK).putInt(UP).putInt(UP));
  }

  /** What goes there is refused, whatever route there is. */
  static String prohibit(Range range) {
    var rule = rule(range.network(), range.bits(), PROHIBIT);
    return hex(NEW_RULE, REQUEST | CREATE, number(rule, PRIORITY, 2));
  }

  /** What goes there by TCP goes the usual way, though its address is prohibited. */
  static String pass(InetAddress address, int port) {
    var rule = rule(address, address.getAddress().length * 8, TO_TABLE);
    number(rule, PRIORITY, 1);
    rule.putShort((short) 5).putShort((short) PROTOCOL).put((byte) TCP).put(new byte[3]);
    rule.putShort((short) 8).putShort((short) DESTINATION_PORTS);
    rule.putShort((short) port).putShort((short) port);
    return hex(NEW_RULE, REQUEST | CREATE, rule);
  }

  private static ByteBuffer rule(InetAddress address, int bits, int action) {
    var bytes = address.getAddress();
    int family = address instanceof Inet6Address ? IPV6 : IPV4;
    var rule = buffer(100);
    rule.put((byte) family).put((byte) bits).put((byte) 0).put((byte) 0);
    rule.put((byte) MAIN).put((byte) 0).put((byte) 0).put((byte) action).putInt(0);
    rule.putShort((short) (4 + bytes.length)).putShort((short) DESTINATION).put(bytes);
    return rule;
  }

  private static ByteBuffer number(ByteBuffer message, int attribute, int value) {
    return message.putShort((short) 8).putShort((short) attribute).putInt(value);
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private static String hex(int type, int flags, ByteBuffer body) {
    var bytes = new byte[16 + body.position()];
    var message = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    message.putInt(bytes.length).putShort((short) type).putShort((short) flags);
    message.putInt(1).putInt(0).put(body.flip());
    return HexFormat.of().formatHex(bytes);
  }
}
