package io.agentservice.cli.verify;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy as many are set up: it passes on whole answers only, and no upgrade. */
final class CollectingProxy implements AutoCloseable {
  private static final List<String> PASSED = List.of("Authorization", "Content-Type", "Accept");

  private final String target;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  CollectingProxy(String target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      var request =
          HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
              .method(
                  exchange.getRequestMethod(),
                  body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
      for (var name : PASSED) {
        var value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) {
          request.header(name, value);
        }
      }
      var answer = http.send(request.build(), BodyHandlers.ofByteArray());
      for (var name : List.of("Content-Type", "Location", "Date")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(v -> exchange.getResponseHeaders().set(name, v));
      }
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    server.stop(0);
    threads.shutdownNow();
  }
}
