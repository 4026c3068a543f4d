package io.agentservice.server.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.util.function.Consumer;

/** The listener: Javalin on Jetty, a virtual thread per request. */
public final class HttpServer implements AutoCloseable {
  private static final long MAX_BODY_BYTES = 4L << 20;
  private static final int MAX_HEADER_BYTES = 16 << 10;

  private final Javalin javalin;
  private final String bind;

  private HttpServer(Javalin javalin, String bind) {
    this.javalin = javalin;
    this.bind = bind;
  }

  /** The port is in use, or the address is not this machine's. The message says what to do. */
  public static final class CannotListenException extends RuntimeException {
    CannotListenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Listens; {@code port} 0 takes any free one. */
  public static HttpServer start(String bind, int port, Consumer<JavalinConfig> content) {
    var javalin =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.startup.showOldJavalinVersionWarning = false;
          config.concurrency.useVirtualThreads = true;
          config.http.maxRequestSize = MAX_BODY_BYTES;
          config.http.prefer405over404 = true;
          config.jetty.modifyHttpConfiguration(http -> {
            http.setRequestHeaderSize(MAX_HEADER_BYTES);
            http.setSendServerVersion(false);
          });
          content.accept(config);
        });
    try {
      return new HttpServer(javalin.start(bind, port), bind);
    } catch (JavalinBindException e) {
      throw new CannotListenException(
          "Can't listen on %s:%d: %s; set AGENT_PORT (0 for any free port) or AGENT_BIND"
              .formatted(bind, port, rootMessage(e)),
          e);
    }
  }

  private static String rootMessage(Throwable e) {
    var root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  public String address() {
    String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
    return "http://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, javalin.port());
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
