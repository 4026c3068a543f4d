package io.agentservice.server.agent.terminals.shells;

import java.nio.ByteBuffer;

/** The last bytes that a terminal has put out, by their places in all of them. Not thread-safe. */
final class Scrollback {
  /** In bytes. */
  static final int KEPT = 256 << 10;

  private byte[] ring = new byte[4 << 10];
  private long end;

  /** The place after the last byte. */
  long end() {
    return end;
  }

  /** The place of the first byte that is still there. */
  long start() {
    return Math.max(0, end - KEPT);
  }

  void append(byte[] bytes) {
    int from = Math.max(0, bytes.length - KEPT);
    grow(end + bytes.length);
    end += from;
    while (from < bytes.length) {
      int at = (int) (end % ring.length);
      int length = Math.min(bytes.length - from, ring.length - at);
      System.arraycopy(bytes, from, ring, at, length);
      from += length;
      end += length;
    }
  }

  /** Most terminals put out little. */
  private void grow(long size) {
    if (size > ring.length && ring.length < KEPT) {
      long wanted = Math.max(Integer.highestOneBit((int) Math.min(size, KEPT) - 1) << 1, 1);
      var larger = new byte[(int) Math.min(wanted, KEPT)];
      System.arraycopy(ring, 0, larger, 0, (int) end); // it has not been round yet
      ring = larger;
    }
  }

  /** Bytes from a place that is there on, at most so many. */
  ByteBuffer read(long from, int most) {
    var bytes = new byte[(int) Math.min(most, end - from)];
    int done = 0;
    while (done < bytes.length) {
      int at = (int) ((from + done) % ring.length);
      int length = Math.min(bytes.length - done, ring.length - at);
      System.arraycopy(ring, at, bytes, done, length);
      done += length;
    }
    return ByteBuffer.wrap(bytes);
  }
}
