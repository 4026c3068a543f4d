package io.agentservice.server.base.http.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;

/**
 * Reads the rest of a request that is answered early: if the connection closed on it, many clients
 * would never read the answer.
 */
final class BodyDrain extends HttpFilter {
  private static final long serialVersionUID = 1;
  private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int PIECE = 4 << 10;

  /** First the answer, so that a client may stop sending 10 GiB, or hang. */
  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var expecting = request.getHeader("Expect") == null ? null : new Expecting(request);
    chain.doFilter(expecting == null ? request : expecting, response);
    if (hasBody(request) && (expecting == null || expecting.isTold)) {
      discard(request, response);
    }
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /** "100 Continue" is sent by the first look at the body, so never to who is refused. */
  private static final class Expecting extends HttpServletRequestWrapper {
    private boolean isTold;

    Expecting(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      isTold = true;
      return super.getInputStream();
    }
  }

  private static void discard(HttpServletRequest request, HttpServletResponse response) {
    long begun = System.nanoTime();
    var piece = new byte[PIECE];
    try {
      response.getOutputStream().close();
      var in = request.getInputStream();
      while (in.read(piece) >= 0 && System.nanoTime() - begun < LONGEST_NANOS) {
        // The listener ends a silence.
      }
    } catch (IOException | RuntimeException _) {
      // It doesn't come to its end: nor does the connection go on.
    }
  }
}
