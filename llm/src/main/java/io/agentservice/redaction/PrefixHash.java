package io.agentservice.redaction;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Hashes of all parts of a text: values of a polynomial modulo 2^61 - 1 at a secret place, new in
 * each process, so that nobody can write texts that collide.
 */
final class PrefixHash {
  private static final long PRIME = (1L << 61) - 1;
  private static final long BASE = new SecureRandom().nextLong(1L << 32, PRIME - 1);

  private static volatile long[] powers = {1};

  private final long[] hashes;

  private PrefixHash(long[] hashes) {
    this.hashes = hashes;
  }

  static PrefixHash of(CharSequence text) {
    int length = text.length();
    var hashes = new long[length + 1];
    for (int i = 0; i < length; i++) {
      hashes[i + 1] = reduce(multiply(hashes[i], BASE) + text.charAt(i) + 1);
    }
    return new PrefixHash(hashes);
  }

  /** The hash of {@code length} characters from there on. */
  long key(int from, int length) {
    long before = multiply(hashes[from], power(length));
    long hash = reduce(hashes[from + length] - before + PRIME);
    return (hash ^ ((long) length << 40)) * 0x9E3779B97F4A7C15L;
  }

  private static long power(int exponent) {
    var known = powers;
    return exponent < known.length ? known[exponent] : further(exponent);
  }

  private static synchronized long further(int exponent) {
    var known = powers;
    if (exponent >= known.length) {
      var more = Arrays.copyOf(known, Math.max(2 * known.length, exponent + 1));
      for (int i = known.length; i < more.length; i++) {
        more[i] = multiply(more[i - 1], BASE);
      }
      powers = more;
      known = more;
    }
    return known[exponent];
  }

  private static long multiply(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return reduce((low & PRIME) + ((high << 3) | (low >>> 61)));
  }

  private static long reduce(long number) {
    long rest = (number & PRIME) + (number >>> 61);
    return rest >= PRIME ? rest - PRIME : rest;
  }
}
