package io.agentservice.server.agent.loop.mcp.tokens;

import static io.agentservice.server.testing.JsonText.json;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives tokens by client credentials, and says so as RFC 9728 and RFC 8414 have it. */
public final class TokenService implements AutoCloseable {
  /** What came: the header of the client, and the form. */
  public final List<String> asked = new CopyOnWriteArrayList<>();

  /** As what it says who it is; empty: as who it is. */
  public volatile String issuer = "";

  /** How clients may say who they are. */
  public volatile String method = "client_secret_basic";

  public volatile long seconds = 3600;

  /** A word of RFC 6749, 5.2, with which it refuses; empty for not. */
  public volatile String refuses = "";

  private final AtomicInteger given = new AtomicInteger();
  private final HttpServer server;

  public TokenService() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> answer(exchange, 404, "{}"));
    server.createContext(
        "/.well-known/oauth-protected-resource/mcp",
        exchange ->
            answer(exchange, 200, json("authorization_servers", List.of(origin() + "/tenant"))));
    server.createContext(
        "/.well-known/oauth-authorization-server/tenant",
        exchange -> answer(exchange, 200, about()));
    server.createContext("/token", this::token);
    server.start();
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public URI url() {
    return URI.create(origin() + "/token");
  }

  /** The address of a server that names this one; no server is there. */
  public URI resource() {
    return URI.create(origin() + "/mcp");
  }

  private String about() {
    return json(
        "issuer",
        issuer.isEmpty() ? origin() + "/tenant" : issuer,
        "token_endpoint",
        url().toString(),
        "token_endpoint_auth_methods_supported",
        List.of("private_key_jwt", method));
  }

  private void token(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(exchange.getRequestHeaders().getFirst("Authorization") + " " + form);
    if (refuses.isEmpty()) {
      answer(
          exchange,
          200,
          json(
              "access_token",
              "token-" + given.incrementAndGet(),
              "token_type",
              "bearer",
              "expires_in",
              seconds));
    } else {
      answer(exchange, 401, json("error", refuses, "error_description", "we know no swordfish"));
    }
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    try (exchange) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
