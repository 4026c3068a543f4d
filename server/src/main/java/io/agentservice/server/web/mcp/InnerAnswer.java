package io.agentservice.server.web.mcp;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps what our interface answered, of which nothing is sent. */
final class InnerAnswer extends HttpServletResponseWrapper {
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private int status = SC_OK;

  InnerAnswer(HttpServletResponse response) {
    super(response);
  }

  String text() {
    return body.toString(StandardCharsets.UTF_8);
  }

  @Nullable String kept(String header) {
    return headers.get(header.toLowerCase(Locale.ROOT));
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public void setStatus(int sent) {
    status = sent;
  }

  @Override
  public void sendError(int sent) {
    status = sent;
  }

  @Override
  public void sendError(int sent, String message) {
    status = sent;
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (value == null) {
      headers.remove(name.toLowerCase(Locale.ROOT));
    } else {
      headers.put(name.toLowerCase(Locale.ROOT), value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    setHeader(name, value);
  }

  @Override
  public @Nullable String getHeader(String name) {
    return kept(name);
  }

  @Override
  public void setIntHeader(String name, int value) {
    setHeader(name, String.valueOf(value));
  }

  @Override
  public void setContentType(@Nullable String type) {
    setHeader("Content-Type", type);
  }

  @Override
  public @Nullable String getContentType() {
    return kept("Content-Type");
  }

  @Override
  public void setContentLength(int length) {}

  @Override
  public void setContentLengthLong(long length) {}

  @Override
  public boolean isCommitted() {
    return false;
  }

  @Override
  public void flushBuffer() {}

  @Override
  public void reset() {
    headers.clear();
    resetBuffer();
  }

  @Override
  public void resetBuffer() {
    body.reset();
  }

  @Override
  public PrintWriter getWriter() {
    return new PrintWriter(body, true, StandardCharsets.UTF_8);
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return new ServletOutputStream() {
      @Override
      public void write(int one) {
        body.write(one);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        body.write(bytes, offset, length);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException("written at once");
      }
    };
  }
}
