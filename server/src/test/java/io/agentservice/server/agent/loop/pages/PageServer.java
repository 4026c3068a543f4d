package io.agentservice.server.agent.loop.pages;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on loopback, by the address 127.0.0.1 and the name localhost. */
public final class PageServer implements AutoCloseable {
  /** It never answers where this is asked for. */
  public static final String SILENT = "/silent";

  private record Answer(int status, String type, byte[] body, Map<String, String> headers) {}

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<Headers> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  public PageServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestHeaders());
          var path = exchange.getRequestURI().toString();
          if (path.equals(SILENT)) {
            await();
          }
          var answer =
              answers.getOrDefault(path, new Answer(404, "text/plain", new byte[0], Map.of()));
          if (!answer.type().isEmpty()) {
            exchange.getResponseHeaders().add("Content-Type", answer.type());
          }
          answer.headers().forEach(exchange.getResponseHeaders()::add);
          exchange.sendResponseHeaders(
              answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
          exchange.getResponseBody().write(answer.body());
          exchange.close();
        });
    server.start();
  }

  private void await() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public PageServer serve(String path, String type, String body) {
    return serve(path, type, body.getBytes(StandardCharsets.UTF_8));
  }

  public PageServer serve(String path, String type, byte[] body) {
    answers.put(path, new Answer(200, type, body, Map.of()));
    return this;
  }

  public PageServer serve(String path, String type, byte[] body, String header, String value) {
    answers.put(path, new Answer(200, type, body, Map.of(header, value)));
    return this;
  }

  public PageServer redirect(String path, String to) {
    answers.put(path, new Answer(302, "", new byte[0], Map.of("Location", to)));
    return this;
  }

  /** What was sent with each request. */
  public List<Headers> asked() {
    return asked;
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** The same by another name. */
  public String urlByName(String path) {
    return url(path).replace("127.0.0.1", "localhost");
  }

  /** A reader that may go to the address, not to the name, where the policy lets it. */
  public static Pages pages(String policy) {
    return new Pages(
        new OutsideHttp(new OutsideHosts(Set.of("127.0.0.1"), "AGENT_FETCH_PRIVATE_HOSTS")),
        new AllowedHosts(policy));
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
