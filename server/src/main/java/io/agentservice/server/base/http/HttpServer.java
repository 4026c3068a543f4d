package io.agentservice.server.base.http;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.compression.Gzip;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.function.Consumer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener: Javalin on Jetty, a virtual thread per request. */
public final class HttpServer implements AutoCloseable {
  /** Connections that wait to be accepted; the system may allow fewer. */
  private static final int BACKLOG = 1024;

  /** How long requests under way may take when the server stops. */
  private static final Duration STOP = Duration.ofSeconds(2);

  /** Smaller answers cost more to compress than to send (completions.md 4). */
  private static final int COMPRESSED_BYTES = 1024;

  private static final Duration IDLE = Duration.ofSeconds(30);

  /** What Javalin allows, less the ways to write an address that can't mean anything here. */
  private static final UriCompliance ADDRESSES =
      UriCompliance.LEGACY.without(
          "AGENT",
          UriCompliance.Violation.UTF16_ENCODINGS,
          UriCompliance.Violation.TRUNCATED_UTF8_ENCODING,
          UriCompliance.Violation.USER_INFO,
          UriCompliance.Violation.FRAGMENT);

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

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
    return start(bind, port, IDLE, content);
  }

  /**
   * Has the machine load what a server needs before there is anything to serve: to be called while
   * something else is waited for.
   */
  public static void warmUp() {
    start("127.0.0.1", 0, _ -> {}).close();
  }

  /** {@code idle}: how long a connection may be silent in the midst of a request. */
  static HttpServer start(String bind, int port, Duration idle, Consumer<JavalinConfig> content) {
    var javalin =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.startup.showOldJavalinVersionWarning = false;
          config.concurrency.useVirtualThreads = true;
          config.http.maxRequestSize = JsonBody.MAX_BYTES;
          config.http.prefer405over404 = true;
          config.http.compressionStrategy = gzip();
          config.jetty.addConnector((server, http) -> connector(server, http, bind, port, idle));
          config.jetty.modifyHttpConfiguration(HttpServer::configure);
          var errors = new ListenerErrors();
          config.jetty.modifyServer(server -> {
            server.setErrorHandler(errors);
            server.insertHandler(new GracefulHandler()); // requests under way are answered
            server.setStopTimeout(STOP.toMillis());
          });
          config.jetty.modifyServletContextHandler(context -> {
            context.setErrorHandler(errors);
            context.addFilter(new UnreadBody(), "/*", EnumSet.of(DispatcherType.REQUEST));
          });
          config.router.javaLangErrorHandler(HttpServer::failed);
          content.accept(config);
        });
    try {
      return new HttpServer(javalin.start(), bind);
    } catch (JavalinBindException e) {
      throw new CannotListenException(
          "Can't listen on %s:%d: %s; set AGENT_PORT (0 for any free port) or AGENT_BIND"
              .formatted(bind, port, rootMessage(e)),
          e);
    }
  }

  private static CompressionStrategy gzip() {
    var strategy = new CompressionStrategy(null, new Gzip());
    strategy.setDefaultMinSizeForCompression(COMPRESSED_BYTES);
    return strategy;
  }

  /** The listener with everything that is ours; not yet listening. */
  static ServerConnector connector(
      Server server, HttpConfiguration http, String bind, int port, Duration idle) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(bind);
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(idle.toMillis());
    return connector;
  }

  private static void configure(HttpConfiguration http) {
    http.setRequestHeaderSize(2 * WellFormed.MAX_BYTES);
    http.setSendServerVersion(false);
    http.setUriCompliance(ADDRESSES);
    http.addCustomizer(new WellFormed());
  }

  /** Out of memory, or out of stack: told like any other failure. */
  private static void failed(HttpServletResponse response, Error error) {
    LOG.error("request failed request_id={}", response.getHeader(RequestIds.HEADER), error);
    try {
      if (!response.isCommitted()) {
        response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      }
    } catch (IOException e) {
      LOG.debug("client hung up: {}", e.toString());
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

  /** Requests that take too long are cut off: whatever closes after this must close. */
  @Override
  public void close() {
    try {
      javalin.stop();
    } catch (JavalinException e) {
      LOG.warn("requests were cut off at the stop: {}", rootMessage(e));
    }
  }
}
