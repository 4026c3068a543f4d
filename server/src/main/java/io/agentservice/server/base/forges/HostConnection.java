package io.agentservice.server.base.forges;

import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The client for requests to hosts of repositories. It follows no redirect: a token goes to the
 * host that it was given for.
 */
public final class HostConnection implements AutoCloseable {
  private final Duration connect;
  private @Nullable HttpClient http;

  /** {@code connect}: how long a connection may take to come about. */
  public HostConnection(Duration connect) {
    this.connect = connect;
  }

  /** Made when it is needed: it has a thread, and most servers start without any connection. */
  public synchronized HttpClient http() {
    if (http == null) {
      http =
          HttpClient.newBuilder()
              .connectTimeout(connect)
              .followRedirects(HttpClient.Redirect.NEVER)
              .version(HttpClient.Version.HTTP_1_1)
              .build();
    }
    return http;
  }

  @Override
  public synchronized void close() {
    if (http != null) {
      http.shutdownNow();
    }
  }
}
