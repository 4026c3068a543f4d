package io.agentservice.server.base.http.answers;

import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;

/** Output to the client; its failures are EOFExceptions, unlike failures of ours. */
public final class ClientOutput extends OutputStream {
  private final OutputStream out;

  public ClientOutput(HttpServletResponse response) throws IOException {
    out = response.getOutputStream();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw gone(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw gone(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw gone(e);
    }
  }

  private static IOException gone(IOException e) {
    return (IOException) new EOFException("the client reads no more").initCause(e);
  }
}
