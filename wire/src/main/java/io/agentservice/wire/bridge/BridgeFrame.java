package io.agentservice.wire.bridge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A letter, the length of what follows (4 bytes, at most {@link #MAX_BYTES}), and that. Numbers are
 * big endian, texts UTF-8.
 */
public sealed interface BridgeFrame {
  /** Most bytes that a frame carries after its head. */
  int MAX_BYTES = 64 << 10;

  /**
   * {@code o}, the visitor's first frame; the bridge answers {@link Opened} or {@link Refused}.
   * {@code rows} and {@code columns} are 1 to 1000, or 0 for a shell fed by a pipe; an empty {@code
   * terminal} is the remote's default {@code TERM}.
   */
  record Open(String secret, int rows, int columns, String terminal) implements BridgeFrame {
    @Override
    public String toString() {
      return "Open[rows=%d, columns=%d, terminal=%s]".formatted(rows, columns, terminal);
    }
  }

  /** {@code d}, both ways: raw bytes of the terminal. */
  record Data(ByteBuffer bytes) implements BridgeFrame {}

  /** {@code r}, to the bridge: the terminal has a new size. */
  record Resize(int rows, int columns) implements BridgeFrame {}

  /** {@code e}, to the bridge: there is no more input. */
  record End() implements BridgeFrame {}

  /** {@code k}, from the bridge: the shell runs. */
  record Opened() implements BridgeFrame {}

  /** {@code x}, the bridge's last frame: the shell's exit status, 128 + signal if one ended it. */
  record Exit(int code) implements BridgeFrame {}

  /** {@code f}, the bridge's last frame: why there is no shell (any more), in one line. */
  record Refused(String message) implements BridgeFrame {}

  static void write(OutputStream out, BridgeFrame frame) throws IOException {
    var body = new ByteArrayOutputStream();
    var data = new DataOutputStream(body);
    var letter =
        switch (frame) {
          case Open open -> {
            data.writeUTF(open.secret());
            data.writeShort(open.rows());
            data.writeShort(open.columns());
            data.writeUTF(open.terminal());
            yield 'o';
          }
          case Data bytes -> {
            var view = bytes.bytes().duplicate();
            var array = new byte[view.remaining()];
            view.get(array);
            data.write(array);
            yield 'd';
          }
          case Resize resize -> {
            data.writeShort(resize.rows());
            data.writeShort(resize.columns());
            yield 'r';
          }
          case End() -> 'e';
          case Opened() -> 'k';
          case Exit exit -> {
            data.writeInt(exit.code());
            yield 'x';
          }
          case Refused refused -> {
            data.write(refused.message().getBytes(StandardCharsets.UTF_8));
            yield 'f';
          }
        };
    var whole = ByteBuffer.allocate(5 + body.size()).put((byte) letter).putInt(body.size());
    out.write(whole.put(body.toByteArray()).array());
    out.flush();
  }

  /** Reads the next frame; empty at the end of the stream. */
  static Optional<BridgeFrame> read(InputStream in) throws IOException {
    return read(in, MAX_BYTES);
  }

  /** As {@link #read(InputStream)}, with at most {@code most} bytes after the head. */
  static Optional<BridgeFrame> read(InputStream in, int most) throws IOException {
    var letter = in.read();
    if (letter < 0) {
      return Optional.empty();
    }
    var head = new DataInputStream(in);
    var length = head.readInt();
    if (length < 0 || length > most) {
      throw new IOException("not a frame of the bridge");
    }
    var body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the connection ended within a frame");
    }
    var data = new DataInputStream(new ByteArrayInputStream(body));
    return Optional.of(
        switch (letter) {
          case 'o' ->
              new Open(
                  data.readUTF(),
                  data.readUnsignedShort(),
                  data.readUnsignedShort(),
                  data.readUTF());
          case 'd' -> new Data(ByteBuffer.wrap(body));
          case 'r' -> new Resize(data.readUnsignedShort(), data.readUnsignedShort());
          case 'e' -> new End();
          case 'k' -> new Opened();
          case 'x' -> new Exit(data.readInt());
          case 'f' -> new Refused(new String(body, StandardCharsets.UTF_8));
          default -> throw new IOException("not a frame of the bridge");
        });
  }
}
