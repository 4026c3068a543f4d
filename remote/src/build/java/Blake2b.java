import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * BLAKE2b-512 (RFC 7693), as {@code b2sum} prints it: Java has none, and {@code sha256sum} takes
 * three times as long.
 */
final class Blake2b {
  private static final int BLOCK = 128;
  private static final long[] IV = {
    0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
    0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L
  };
  private static final String[] ORDER = {
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
    "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
    "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753"
  };

  private Blake2b() {}

  /** The digest in hexadecimal digits. */
  static String hex(byte[] bytes) {
    var state = IV.clone();
    state[0] ^= 0x01010000 ^ 64;
    var blocks = Math.max(1, (bytes.length + BLOCK - 1) / BLOCK);
    for (var n = 0; n < blocks; n++) {
      var last = n == blocks - 1;
      var block = Arrays.copyOfRange(bytes, n * BLOCK, (n + 1) * BLOCK); // padded with zeros
      compress(state, block, last ? bytes.length : (n + 1L) * BLOCK, last);
    }
    var digest = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    digest.asLongBuffer().put(state);
    return HexFormat.of().formatHex(digest.array());
  }

  private static void compress(long[] state, byte[] block, long count, boolean last) {
    var words = new long[16];
    ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    var v = Arrays.copyOf(state, 16);
    System.arraycopy(IV, 0, v, 8, 8);
    v[12] ^= count;
    v[14] ^= last ? -1L : 0;
    for (var order : ORDER) {
      for (var i = 0; i < 8; i++) {
        var diagonal = i < 4 ? 0 : 1;
        var a = i % 4;
        mix(
            v,
            new int[] {
              a, 4 + (a + diagonal) % 4, 8 + (a + 2 * diagonal) % 4, 12 + (a + 3 * diagonal) % 4
            },
            words[Character.digit(order.charAt(2 * i), 16)],
            words[Character.digit(order.charAt(2 * i + 1), 16)]);
      }
    }
    for (var i = 0; i < 8; i++) {
      state[i] ^= v[i] ^ v[i + 8];
    }
  }

  private static void mix(long[] v, int[] at, long x, long y) {
    v[at[0]] += v[at[1]] + x;
    v[at[3]] = Long.rotateRight(v[at[3]] ^ v[at[0]], 32);
    v[at[2]] += v[at[3]];
    v[at[1]] = Long.rotateRight(v[at[1]] ^ v[at[2]], 24);
    v[at[0]] += v[at[1]] + y;
    v[at[3]] = Long.rotateRight(v[at[3]] ^ v[at[0]], 16);
    v[at[2]] += v[at[3]];
    v[at[1]] = Long.rotateRight(v[at[1]] ^ v[at[2]], 63);
  }
}
