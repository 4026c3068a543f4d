package io.agentservice.worker.network;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a TLS client says first, in as many pieces as it likes (RFC 8446, RFC 6066). */
sealed interface ClientHello {
  /** More than any client says; keys that withstand quantum computers take some 2 KiB. */
  int MOST = 64 << 10;

  /** There is more to come. */
  record Incomplete() implements ClientHello {}

  /** It is none. */
  record Malformed() implements ClientHello {}

  /** Whom it wants to speak to; null: it does not say. */
  record Whole(@Nullable String name) implements ClientHello {}

  int HANDSHAKE = 22;

  /** Looks at all bytes so far, from 0 to the limit; moves nothing. */
  static ClientHello of(ByteBuffer sofar) {
    var records = sofar.duplicate().rewind();
    var message = ByteBuffer.allocate(records.limit());
    while (records.remaining() >= 5) {
      int type = records.get();
      int major = records.getShort() >> 8;
      int length = records.getShort() & 0xffff;
      if (type != HANDSHAKE || major != 3 || length == 0 || length > (1 << 14)) {
        var before = of(message.flip(), sofar.limit()); // early data comes right behind it
        return before instanceof Incomplete ? new Malformed() : before;
      }
      int there = Math.min(length, records.remaining());
      message.put(records.slice(records.position(), there));
      records.position(records.position() + there);
    }
    return of(message.flip(), sofar.limit());
  }

  private static ClientHello of(ByteBuffer message, int sofar) {
    if (message.remaining() > 0 && message.get(0) != 1) {
      return new Malformed();
    }
    if (message.remaining() >= 4) {
      int length = message.getInt() & 0xffffff;
      if (length > MOST) {
        return new Malformed();
      }
      if (message.remaining() >= length) {
        try {
          return read(message.slice(message.position(), length));
        } catch (BufferUnderflowException
            | IllegalArgumentException
            | IndexOutOfBoundsException _) {
          return new Malformed();
        }
      }
    }
    return sofar > MOST ? new Malformed() : new Incomplete();
  }

  private static ClientHello read(ByteBuffer hello) {
    hello.position(2 + 32); // version and random
    skip(hello, hello.get() & 0xff); // session
    skip(hello, hello.getShort() & 0xffff); // ciphers
    skip(hello, hello.get() & 0xff); // compression
    if (!hello.hasRemaining()) {
      return new Whole(null);
    }
    int length = hello.getShort() & 0xffff;
    var extensions = hello.slice(hello.position(), length);
    String name = null;
    while (extensions.hasRemaining()) {
      int type = extensions.getShort() & 0xffff;
      int size = extensions.getShort() & 0xffff;
      var extension = extensions.slice(extensions.position(), size);
      skip(extensions, size);
      if (type == 0) {
        if (name != null) {
          return new Malformed();
        }
        name = name(extension);
      }
    }
    return new Whole(name);
  }

  /** A list of one: no client sends more, and no server could tell which counts. */
  private static String name(ByteBuffer extension) {
    int list = extension.getShort() & 0xffff;
    int kind = extension.get();
    int length = extension.getShort() & 0xffff;
    if (kind != 0 || list != length + 3 || extension.remaining() != length) {
      throw new IllegalArgumentException();
    }
    var bytes = new byte[length];
    extension.get(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
  }

  private static void skip(ByteBuffer buffer, int bytes) {
    buffer.position(buffer.position() + bytes);
  }
}
