package io.agentservice.cli.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of at most so many bytes; of a longer one nothing is kept. Not thread-safe. */
public final class MessageLines {
  private final InputStream in;
  private final int most;
  private final byte[] piece = new byte[1 << 16];
  private int at;
  private int end;

  /** Reads these. */
  public MessageLines(InputStream in, int most) {
    this.in = in;
    this.most = most;
  }

  /** {@code text} is null for one that is too long. */
  public record Line(@Nullable String text) {}

  /** Null at the end. */
  public @Nullable Line next() throws IOException {
    var line = new ByteArrayOutputStream();
    boolean any = false;
    boolean fits = true;
    while (fill()) {
      any = true;
      int from = at;
      while (at < end && piece[at] != '\n') {
        at++;
      }
      fits &= line.size() + at - from <= most;
      if (fits) {
        line.write(piece, from, at - from);
      } else {
        line.reset();
      }
      if (at < end) {
        at++;
        break;
      }
    }
    return any ? new Line(fits ? line.toString(StandardCharsets.UTF_8) : null) : null;
  }

  private boolean fill() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(piece));
    }
    return end > 0;
  }
}
