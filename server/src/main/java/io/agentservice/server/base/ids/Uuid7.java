package io.agentservice.server.base.ids;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;

/** UUIDv7 (RFC 9562) as 32 lower-case hex digits, ascending within this process. */
final class Uuid7 {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Clock CLOCK = Clock.systemUTC();
  private static final HexFormat HEX = HexFormat.of();
  private static long last;

  private Uuid7() {}

  static String next() {
    var random = new byte[8];
    RANDOM.nextBytes(random);
    long variant = (bytesToLong(random) & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return HEX.toHexDigits(timeAndVersion()) + HEX.toHexDigits(variant);
  }

  /** 48 bits of milliseconds, the version, and a counter; always ascending. */
  private static synchronized long timeAndVersion() {
    long ticks = Math.max(CLOCK.millis() << 12, last + 1);
    last = ticks;
    return ((ticks >>> 12) << 16) | 0x7000L | (ticks & 0xFFF);
  }

  private static long bytesToLong(byte[] bytes) {
    long value = 0;
    for (byte b : bytes) {
      value = (value << 8) | (b & 0xFF);
    }
    return value;
  }
}
