package io.agentservice.server.web.mcp;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of our interface in the place of the one that came: by its connection and its key
 * alone, never by a cookie, which a browser would add to any page's request.
 */
final class InnerRequest extends HttpServletRequestWrapper {
  /** Of the request that came, and not of this one. */
  private static final Set<String> OTHERS =
      Set.of("accept-encoding", "cookie", "content-encoding", "range");

  private final String method;
  private final String path;
  private final @Nullable String query;
  private final byte[] body;

  InnerRequest(
      HttpServletRequest came, String method, String path, @Nullable String query, byte[] body) {
    super(came);
    this.method = method;
    this.path = path;
    this.query = query;
    this.body = body.clone();
  }

  @Override
  public String getMethod() {
    return method;
  }

  @Override
  public String getRequestURI() {
    return path;
  }

  @Override
  public @Nullable String getQueryString() {
    return query;
  }

  @Override
  public @Nullable String getHeader(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "content-type" -> "application/json";
      case "content-length" -> String.valueOf(body.length);
      case String other when OTHERS.contains(other) -> null;
      default -> super.getHeader(name);
    };
  }

  @Override
  public Cookie @Nullable [] getCookies() {
    return null;
  }

  @Override
  public String getContentType() {
    return "application/json";
  }

  @Override
  public int getContentLength() {
    return body.length;
  }

  @Override
  public long getContentLengthLong() {
    return body.length;
  }

  @Override
  public ServletInputStream getInputStream() {
    var bytes = new ByteArrayInputStream(body);
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        return bytes.read(into, offset, length);
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("read at once");
      }
    };
  }
}
