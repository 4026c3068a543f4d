package io.agentservice.server.engine.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Something that is no server of ours, at an address where one was. It answers all. */
final class Stranger implements AutoCloseable {
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private final HttpServer http;

  /** What it was asked with. */
  record Heard(String token, String person) {}

  Stranger() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    heard.add(new Heard(headers.getFirst("Authorization"), headers.getFirst("Agent-For")));
    byte[] list = "{\"items\": []}".getBytes(UTF_8);
    exchange.getResponseHeaders().set("Agent-Answer", "A".repeat(43));
    exchange.sendResponseHeaders(200, list.length);
    exchange.getResponseBody().write(list);
    exchange.close();
  }

  /** Is taken for the server that the session's machine is connected to. */
  void takeOver(TestServer server, String session) {
    server
        .given()
        .update(
            "UPDATE machine_place SET address = ? WHERE session_id = ?",
            "http://127.0.0.1:" + http.getAddress().getPort(),
            session);
  }

  Heard heard() throws InterruptedException {
    var asked = heard.poll(60, TimeUnit.SECONDS);
    if (asked == null) {
      throw new AssertionError("nobody asked");
    }
    return asked;
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
