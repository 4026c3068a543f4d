package io.agentservice.wire.frames;

import java.nio.ByteBuffer;

/**
 * Output or a file's content: {@code [4 bytes channel][8 bytes offset][bytes]}, big endian.
 *
 * @param channel chosen by the server in its request
 * @param offset of the first byte in the command's output or in the file
 * @param bytes 1 to {@link #MAX_PAYLOAD}
 */
public record OutputFrame(int channel, long offset, ByteBuffer bytes) {
  public static final int HEADER_BYTES = 12;
  public static final int MAX_PAYLOAD = 64 << 10;

  /** Bytes of payload that may be under way on a channel before the first {@code credit}. */
  public static final int WINDOW = 1 << 20;

  public ByteBuffer encode() {
    var frame = ByteBuffer.allocate(HEADER_BYTES + bytes.remaining());
    return frame.putInt(channel).putLong(offset).put(bytes.duplicate()).flip();
  }

  /** Reads a whole binary message, of which {@code bytes} is a view. */
  public static OutputFrame decode(ByteBuffer message) {
    var size = message.remaining();
    if (size <= HEADER_BYTES || size > HEADER_BYTES + MAX_PAYLOAD) {
      throw new IllegalArgumentException("output frame of " + size + " bytes");
    }
    var view = message.duplicate();
    return new OutputFrame(view.getInt(), view.getLong(), view.slice());
  }
}
