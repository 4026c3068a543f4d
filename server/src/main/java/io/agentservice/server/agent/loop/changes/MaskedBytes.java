package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.redaction.Redactor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * A file on its way to people, its secrets masked and every other byte as it is: what is not UTF-8
 * goes through as lone surrogates, which no text has.
 */
public final class MaskedBytes implements Consumer<ByteBuffer> {
  private static final char STRAY = 0xDC00;

  private final Redactor.Stream masks;
  private final Consumer<ByteBuffer> sink;
  private final CRC32 before = new CRC32();
  private final CRC32 after = new CRC32();
  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private String half = "";
  private ByteBuffer rest = ByteBuffer.allocate(0);

  public MaskedBytes(Redactor redactor, Consumer<ByteBuffer> sink) {
    this.masks = redactor.stream();
    this.sink = sink;
  }

  /** What takes the bytes into memory. */
  public static Consumer<ByteBuffer> into(ByteArrayOutputStream all) {
    return piece -> {
      var part = new byte[piece.remaining()];
      piece.get(part);
      all.writeBytes(part);
    };
  }

  @Override
  public void accept(ByteBuffer piece) {
    before.update(piece.duplicate());
    var all = ByteBuffer.allocate(rest.remaining() + piece.remaining());
    all.put(rest).put(piece).flip();
    write(masks.accept(decoded(all, false)));
  }

  /** Passes on the rest; whether something was masked. */
  public boolean end() {
    write(masks.accept(decoded(rest, true)));
    write(masks.end());
    return before.getValue() != after.getValue();
  }

  private String decoded(ByteBuffer bytes, boolean last) {
    var out = CharBuffer.allocate(bytes.remaining() + 1);
    decoder.reset();
    var result = decoder.decode(bytes, out, last);
    while (result.isError()) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (STRAY | (bytes.get() & 0xFF)));
      }
      decoder.reset();
      result = decoder.decode(bytes, out, last);
    }
    rest = bytes;
    return out.flip().toString();
  }

  private void write(String more) {
    String text = half + more;
    boolean cut = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    half = cut ? text.substring(text.length() - 1) : "";
    text = cut ? text.substring(0, text.length() - 1) : text;
    if (text.isEmpty()) {
      return;
    }
    var out = ByteBuffer.allocate(text.length() * 3);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)) {
        out.put(text.substring(i, i + 2).getBytes(UTF_8));
        i++;
      } else if (Character.isLowSurrogate(c)) {
        out.put((byte) (c & 0xFF));
      } else {
        put(out, c);
      }
    }
    out.flip();
    after.update(out.duplicate());
    sink.accept(out);
  }

  private static void put(ByteBuffer out, char c) {
    if (c < 0x80) {
      out.put((byte) c);
    } else if (c < 0x800) {
      out.put((byte) (0xC0 | (c >> 6)));
      out.put((byte) (0x80 | (c & 0x3F)));
    } else {
      out.put((byte) (0xE0 | (c >> 12)));
      out.put((byte) (0x80 | ((c >> 6) & 0x3F)));
      out.put((byte) (0x80 | (c & 0x3F)));
    }
  }
}
