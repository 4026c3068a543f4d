package io.agentservice.server.base.http.edge;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketServletContainerInitializer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener: Jetty, a virtual thread per request. */
public final class HttpServer implements AutoCloseable {
  /** Connections that wait to be accepted; the system may allow fewer. */
  private static final int BACKLOG = 1024;

  private static final String LOCAL = "127.0.0.1";

  /** How long requests under way may take, at least, when the server stops. */
  private static final Duration STOP = Duration.ofSeconds(2);

  /** To stop what has no request left. */
  private static final Duration REST = Duration.ofMillis(500);

  private static final Duration LOOK = Duration.ofMillis(5);

  private static final Duration IDLE = Duration.ofSeconds(30);

  /** All but the ways to write an address that can't mean anything here. */
  private static final UriCompliance ADDRESSES =
      UriCompliance.LEGACY.without(
          "AGENT",
          UriCompliance.Violation.UTF16_ENCODINGS,
          UriCompliance.Violation.TRUNCATED_UTF8_ENCODING,
          UriCompliance.Violation.USER_INFO,
          UriCompliance.Violation.FRAGMENT);

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  private final Server server;
  private final String address;
  private final String reachable;
  private final ServerConnector listener;
  private final ConnectionClosing leaving;
  private final GracefulHandler underWay;

  private HttpServer(
      Server server,
      ServerConnector listener,
      ConnectionClosing leaving,
      GracefulHandler underWay) {
    this.server = server;
    this.listener = listener;
    this.leaving = leaving;
    this.underWay = underWay;
    String bind = listener.getHost();
    boolean all = bind.equals("0.0.0.0") || bind.equals("::");
    address = address(all ? LOCAL : bind);
    reachable = all ? address(OwnAddress.find().orElse(LOCAL)) : address;
  }

  private String address(String host) {
    return "http://%s:%d"
        .formatted(host.contains(":") ? "[" + host + "]" : host, listener.getLocalPort());
  }

  /** {@code servlets} by path, such as {@code /*}; {@code origins} as in {@link CrossOrigins}. */
  public record Content(Map<String, HttpServlet> servlets, List<String> origins) {
    /** For our own pages only. */
    public static Content of(Map<String, HttpServlet> servlets) {
      return new Content(servlets, List.of());
    }
  }

  /** The port is in use, or the address is not this machine's. The message says what to do. */
  public static final class CannotListenException extends RuntimeException {
    CannotListenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Listens; {@code port} 0 takes any free one. */
  public static HttpServer start(String bind, int port, Content content) {
    return start(bind, port, IDLE, content);
  }

  /** Loads what a server needs, while something else is waited for. */
  public static void warmUp() {
    start("127.0.0.1", 0, Content.of(Map.of())).close();
  }

  /** {@code idle}: how long a connection may be silent in the midst of a request. */
  static HttpServer start(String bind, int port, Duration idle, Content content) {
    var server = new Server(threads());
    var listener = connector(server, configuration(), bind, port, idle);
    var leaving = new ConnectionClosing();
    var underWay = new GracefulHandler();
    leaving.setHandler(context(content));
    underWay.setHandler(leaving);
    server.addConnector(listener);
    server.setHandler(CrossOrigins.before(underWay, content.origins()));
    server.setErrorHandler(new ListenerErrors());
    server.setStopTimeout(REST.toMillis());
    try {
      server.start();
    } catch (IOException e) {
      stop(server);
      throw new CannotListenException(
          "Can't listen on %s:%d: %s; set AGENT_PORT (0 for any free port) or AGENT_BIND"
              .formatted(bind, port, rootMessage(e)),
          e);
    } catch (Exception e) {
      stop(server);
      throw new IllegalStateException("the listener does not start", e);
    }
    return new HttpServer(server, listener, leaving, underWay);
  }

  private static QueuedThreadPool threads() {
    var pool = new QueuedThreadPool();
    pool.setName("http");
    pool.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory()));
    return pool;
  }

  private static ServletContextHandler context(Content content) {
    var context = new ServletContextHandler(ServletContextHandler.NO_SESSIONS);
    context.setErrorHandler(new ListenerErrors());
    context.getServletHandler().setDecodeAmbiguousURIs(true); // paths are read as they were sent
    context.addFilter(new BodyDrain(), "/*", EnumSet.of(DispatcherType.REQUEST));
    content
        .servlets()
        .forEach((path, servlet) -> context.addServlet(new ServletHolder(servlet), path));
    JettyWebSocketServletContainerInitializer.configure(context, null);
    return context;
  }

  /** The listener with everything that is ours; not yet listening. */
  static ServerConnector connector(
      Server server, HttpConfiguration http, String bind, int port, Duration idle) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setShutdownIdleTimeout(-1); // what is under way takes its time
    connector.setHost(bind);
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(idle.toMillis());
    return connector;
  }

  private static HttpConfiguration configuration() {
    var http = new HttpConfiguration();
    http.setRequestHeaderSize(2 * WellFormed.MAX_BYTES);
    http.setSendServerVersion(false);
    http.setUriCompliance(ADDRESSES);
    http.addCustomizer(new WellFormed());
    return http;
  }

  private static String rootMessage(Throwable e) {
    var root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Where it listens; the same after the port has closed. */
  public String address() {
    return address;
  }

  /** Where other machines reach it, if any can. */
  public String reachable() {
    return reachable;
  }

  /** From now on answers say {@code Connection: close}: clients come back through the balancer. */
  public void leave() {
    leaving.begin();
  }

  /** Takes no new connection; those that are there are served on. */
  public void closePort() {
    leave();
    var _ = listener.shutdown();
  }

  /** Lets requests finish for {@code patience}, at least two seconds, and cuts off the rest. */
  public void close(Duration patience) {
    closePort();
    awaitEnd(patience.compareTo(STOP) > 0 ? patience : STOP);
    if (underWay.getCurrentRequestCount() == 0) {
      listener.getConnectedEndPoints().forEach(EndPoint::close); // nobody asks on them
    }
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("requests were cut off at the stop: {}", rootMessage(e));
    }
  }

  private void awaitEnd(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (underWay.getCurrentRequestCount() > 0 && System.nanoTime() - end < 0) {
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** As {@link #close(Duration)}, with the least of patience. */
  @Override
  public void close() {
    close(STOP);
  }
}
