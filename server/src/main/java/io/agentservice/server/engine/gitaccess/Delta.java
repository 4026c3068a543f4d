package io.agentservice.server.engine.gitaccess;

import java.io.ByteArrayOutputStream;

/** An object of a pack that is told by what it has from another one (gitformat-pack(5)). */
final class Delta {
  private static final int LONGEST = 1 << 20;
  private static final int USUAL_COPY = 0x10000;
  private static final byte[] NONE = {};

  private final byte[] delta;
  private int at;

  private Delta(byte[] delta) {
    this.delta = delta;
  }

  /** The object; empty when the delta is not one of that base, or it would be long. */
  static byte[] apply(byte[] base, byte[] delta) {
    try {
      return new Delta(delta).applied(base);
    } catch (IndexOutOfBoundsException _) {
      return NONE;
    }
  }

  private byte[] applied(byte[] base) {
    long from = number();
    long size = number();
    var out = new ByteArrayOutputStream();
    if (from != base.length || size > LONGEST) {
      return NONE;
    }
    while (at < delta.length && out.size() <= size) {
      int code = delta[at++] & 0xff;
      if (code < 128) {
        out.write(delta, at, code);
        at += code;
      } else {
        int offset = parts(code, 4);
        int count = parts(code >> 4, 3);
        out.write(base, offset, count == 0 ? USUAL_COPY : count);
      }
    }
    return out.size() == size ? out.toByteArray() : NONE;
  }

  /** The bytes of a number that are not zero; a bit says of each whether it is there. */
  private int parts(int there, int most) {
    int number = 0;
    for (int i = 0; i < most; i++) {
      if (((there >> i) & 1) == 1) {
        number |= (delta[at++] & 0xff) << (8 * i);
      }
    }
    return number;
  }

  private long number() {
    long number = 0;
    int shift = 0;
    int value;
    do {
      value = delta[at++] & 0xff;
      number |= (value & 127L) << shift;
      shift += 7;
    } while (value >= 128 && shift < 63);
    return number;
  }
}
