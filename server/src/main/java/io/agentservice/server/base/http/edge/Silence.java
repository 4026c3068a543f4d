package io.agentservice.server.base.http.edge;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** How long the connection of a request may be silent in its midst, where that is no fault. */
public final class Silence {
  private Silence() {}

  /** To be given back. */
  public interface Allowed extends AutoCloseable {
    @Override
    void close();
  }

  /** Allows so much until it is closed, on the thread of the request. */
  public static Allowed allowed(HttpServletRequest request, Duration longest) {
    var endPoint =
        ServletContextRequest.getServletContextRequest(request)
            .getConnectionMetaData()
            .getConnection()
            .getEndPoint();
    long usual = endPoint.getIdleTimeout();
    endPoint.setIdleTimeout(longest.toMillis());
    return () -> endPoint.setIdleTimeout(usual);
  }
}
