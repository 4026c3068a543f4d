package io.agentservice.remote.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A small web site on the loopback that remembers what was asked of it. */
public final class Site implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, byte[]> pages = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> headers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  /** Serves on a free port. */
  public Site() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public String address(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  public void page(String path, String html) {
    file(path, html.getBytes(UTF_8), Map.of("Content-Type", "text/html; charset=utf-8"));
  }

  public void file(String path, byte[] content, Map<String, String> with) {
    pages.put(path, content);
    headers.put(path, with);
  }

  /** Paths with their queries, in the order asked, without those that browsers ask on their own. */
  public List<String> requests() {
    return requests.stream().filter(path -> !path.equals("/favicon.ico")).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestURI().toString());
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/never")) {
        var _ = over.await(120, TimeUnit.SECONDS);
      }
      var content = pages.get(path);
      headers.getOrDefault(path, Map.of()).forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(
          content == null ? 404 : 200, content == null ? -1 : content.length);
      if (content != null) {
        exchange.getResponseBody().write(content);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
