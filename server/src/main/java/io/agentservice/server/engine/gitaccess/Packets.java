package io.agentservice.server.engine.gitaccess;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Git's packets: four hexadecimal digits that say how long a packet is with them, then its content;
 * {@code 0000} ends a list. Fed with pieces as they come, it hands on each content, an empty one
 * for the end of a list.
 */
final class Packets {
  /** What the four digits take. */
  static final int HEAD = 4;

  /** With its head. */
  static final int LONGEST = 65_520;

  private static final byte[] END = new byte[0];

  private final Consumer<byte[]> taker;
  private final byte[] packet = new byte[LONGEST];
  private int have;
  private int length = HEAD;
  private boolean broken;

  Packets(Consumer<byte[]> taker) {
    this.taker = taker;
  }

  /** Reads on; from the first thing on that is no packet, nothing is. */
  void feed(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !broken) {
      int count = Math.min(length - have, to - at);
      System.arraycopy(bytes, at, packet, have, count);
      have += count;
      at += count;
      if (have == length) {
        step();
      }
    }
  }

  private void step() {
    if (have > HEAD) {
      taker.accept(Arrays.copyOfRange(packet, HEAD, have));
      next();
      return;
    }
    int said = length(packet);
    if (said == 0) {
      taker.accept(END);
      next();
    } else if (said <= HEAD || said > LONGEST) {
      broken = true;
    } else {
      length = said;
    }
  }

  private void next() {
    have = 0;
    length = HEAD;
  }

  /** What the four digits say; -1 when they are none. */
  static int length(byte[] head) {
    String digits = new String(head, 0, HEAD, StandardCharsets.US_ASCII);
    return digits.chars().allMatch(HexFormat::isHexDigit) ? HexFormat.fromHexDigits(digits) : -1;
  }

  /** Adds a packet to what is to be sent. */
  static void put(ByteArrayOutputStream out, byte[] content) {
    out.writeBytes("%04x".formatted(content.length + HEAD).getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(content);
  }

  static void put(ByteArrayOutputStream out, String content) {
    put(out, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends a list. */
  static void end(ByteArrayOutputStream out) {
    out.writeBytes("0000".getBytes(StandardCharsets.US_ASCII));
  }
}
