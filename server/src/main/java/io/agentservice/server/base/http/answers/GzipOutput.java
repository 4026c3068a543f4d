package io.agentservice.server.base.http.answers;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An answer's body, gzipped when the client takes it and the first piece is large enough
 * (completions.md 4). To be closed.
 */
public final class GzipOutput extends OutputStream {
  /** Smaller answers cost more to pack than to send. */
  private static final int LEAST_BYTES = 1024;

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private @Nullable OutputStream out;

  public GzipOutput(HttpServletRequest request, HttpServletResponse response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out(length).write(bytes, offset, length);
  }

  private OutputStream out(int firstLength) throws IOException {
    if (out == null) {
      var plain = new ClientOutput(response);
      if (firstLength < LEAST_BYTES || !takesGzip(request.getHeader("Accept-Encoding"))) {
        out = plain;
      } else {
        response.setHeader("Content-Encoding", "gzip");
        out = new GZIPOutputStream(plain);
      }
    }
    return out;
  }

  /** Whether a header {@code Accept-Encoding} names gzip, and not as what is refused. */
  static boolean takesGzip(@Nullable String header) {
    if (header == null) {
      return false;
    }
    for (String coding : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      var parts = coding.replace(" ", "").split(";", -1);
      if (parts[0].equals("gzip")) {
        return parts.length < 2 || !parts[1].matches("q=0(\\.0*)?");
      }
    }
    return false;
  }

  @Override
  public void flush() throws IOException {
    if (out != null) {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
