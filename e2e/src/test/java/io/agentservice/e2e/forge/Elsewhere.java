package io.agentservice.e2e.forge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * Another host, or a proxy: asks everybody for a password and keeps all that it is told. What comes
 * after a request {@code /begin/NAME} is kept under that name.
 */
final class Elsewhere implements AutoCloseable {
  private static final String BEGIN = "/begin/";

  private final HttpServer http;
  private final Map<String, List<String>> told = new ConcurrentHashMap<>();
  private volatile String name = "";

  Elsewhere() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  String host() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  /** Every request under that name: its address, headers and body. */
  String told(String under) {
    return String.join("\n", told.getOrDefault(under, List.of()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().toString();
      if (path.startsWith(BEGIN)) {
        name = path.substring(BEGIN.length());
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      var body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
      var all = told.computeIfAbsent(name, _ -> new CopyOnWriteArrayList<>());
      var headers = exchange.getRequestHeaders();
      all.add("%s %s%n%s%n%s".formatted(exchange.getRequestMethod(), path, headers, body));
      exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"elsewhere\"");
      exchange.sendResponseHeaders(401, -1);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
