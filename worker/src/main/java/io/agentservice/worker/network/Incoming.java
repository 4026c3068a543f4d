package io.agentservice.worker.network;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** What comes from a peer, read ahead as far as it has to be understood before it is passed on. */
final class Incoming {
  private static final int FIRST = 8 << 10;
  private static final int MOST = 128 << 10;

  private final ReadableByteChannel channel;
  private ByteBuffer ahead = ByteBuffer.allocate(FIRST);

  Incoming(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /** What was read and not passed on, from 0 to its limit. */
  ByteBuffer ahead() {
    return ahead.asReadOnlyBuffer().flip();
  }

  /**
   * Reads more behind that.
   *
   * @throws EOFException when there is none
   */
  void more() throws IOException {
    if (!ahead.hasRemaining()) {
      if (ahead.capacity() >= MOST) {
        throw new IOException("too much at once");
      }
      ahead = ByteBuffer.allocate(ahead.capacity() * 2).put(ahead.flip());
    }
    if (channel.read(ahead) < 0) {
      throw new EOFException();
    }
  }

  void drop(int bytes) {
    ahead.flip().position(bytes);
    ahead.compact();
  }

  /** Passes on so many bytes. */
  void pass(WritableByteChannel to, long bytes) throws IOException {
    for (long left = bytes; left > 0; ) {
      if (ahead.position() == 0) {
        more();
      }
      int now = (int) Math.min(left, ahead.position());
      write(to, ahead().slice(0, now));
      drop(now);
      left -= now;
    }
  }

  /** Passes on all until its end. */
  void passAll(WritableByteChannel to) throws IOException {
    do {
      write(to, ahead.flip());
      ahead.clear();
    } while (channel.read(ahead) >= 0);
  }

  /** Reads and forgets all until its end. */
  void drain() throws IOException {
    do {
      ahead.clear();
    } while (channel.read(ahead) >= 0);
  }

  static void write(WritableByteChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }
}
