package io.agentservice.worker.network;

import io.agentservice.worker.network.RequestHead.MalformedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** Passes on the body of a request and not a byte behind it, which could be another request. */
final class Body {
  private static final int LONGEST_LINE = 8 << 10;

  private final Incoming from;
  private final WritableByteChannel to;

  private Body(Incoming from, WritableByteChannel to) {
    this.from = from;
    this.to = to;
  }

  static void pass(RequestHead head, Incoming from, WritableByteChannel to) throws IOException {
    var body = new Body(from, to);
    switch (head.framing()) {
      case NONE -> {}
      case LENGTH -> from.pass(to, head.length());
      case CHUNKS -> body.chunks();
    }
  }

  private void chunks() throws IOException {
    while (true) {
      var size = line().replaceFirst("[ \t]*;[ -~\t]*$", "");
      if (!size.matches("[0-9a-fA-F]{1,15}")) {
        throw new MalformedException();
      }
      long bytes = Long.parseLong(size, 16);
      if (bytes == 0) {
        break;
      }
      from.pass(to, bytes);
      if (!line().isEmpty()) {
        throw new MalformedException();
      }
    }
    while (!line().isEmpty()) {
      // trailers
    }
  }

  /** Passes on a line, and answers it without its end. */
  private String line() throws IOException {
    while (true) {
      var bytes = from.ahead();
      for (int at = 0; at < bytes.limit(); at++) {
        if (bytes.get(at) == '\n') {
          return line(bytes.slice(0, at + 1));
        }
      }
      if (bytes.limit() > LONGEST_LINE) {
        throw new MalformedException();
      }
      from.more();
    }
  }

  private String line(ByteBuffer bytes) throws IOException {
    var text = StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
    if (!text.endsWith("\r\n") || text.indexOf('\r') < text.length() - 2) {
      throw new MalformedException();
    }
    Incoming.write(to, bytes);
    from.drop(text.length());
    return text.substring(0, text.length() - 2);
  }
}
