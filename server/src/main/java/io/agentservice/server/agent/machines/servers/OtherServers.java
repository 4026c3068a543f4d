package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.agent.machines.servers.MachinePlaces.Place;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.problems.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks other servers of the installation. */
public final class OtherServers implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String BEARER = "Bearer ";
  private static final long MOST_BYTES = 1 << 20;

  /** What another server may refuse of its own. */
  private static final Set<Integer> REFUSALS = Set.of(404, 409, 503);

  private final ServerTokens tokens;
  private @Nullable HttpClient http;

  public OtherServers(ServerTokens tokens) {
    this.tokens = tokens;
  }

  /** Made when it is needed: it reads all authorities, and most servers are the only one. */
  private synchronized HttpClient http() {
    if (http == null) {
      http =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(CONNECT)
              .proxy(HttpClient.Builder.NO_PROXY)
              .build();
    }
    return http;
  }

  private String token(Place place, ServerCall call) {
    return tokens.make(call.question(place.server()), place.now() + ServerCall.SECONDS);
  }

  /** The answer; a refusal is thrown as it was said there. */
  JsonNode ask(Place place, ServerCall call) {
    String token = token(place, call);
    var request =
        HttpRequest.newBuilder(URI.create(place.address() + call.path()))
            .timeout(PATIENCE)
            .header("Authorization", BEARER + token)
            .header(ServerCall.PERSON, call.person())
            .method(
                call.method(),
                call.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(call.body()))
            .build();
    try {
      var answer = http().send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
      if (!answer
          .headers()
          .firstValue(ServerCall.ANSWER)
          .filter(said -> tokens.isAnswer(said, token))
          .isPresent()) {
        throw stranger(place).exception();
      }
      var body = Json.MAPPER.readTree(answer.body());
      if (answer.statusCode() != 200) {
        throw refused(place, answer.statusCode(), body).exception();
      }
      return body;
    } catch (IOException | JacksonException _) {
      throw unreachable(place).exception();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw unreachable(place).exception();
    }
  }

  private static Problem stranger(Place place) {
    return Problem.conflict(
        "server_unreachable",
        "At %s there is not the server that the machine is connected to".formatted(place.address()),
        "See that AGENT_SERVER_URL of each server is the address of that server alone");
  }

  private static Problem refused(Place place, int status, JsonNode body) {
    String code = body.path("code").asString("");
    if (code.isEmpty() || !REFUSALS.contains(status)) {
      return unreachable(place);
    }
    return Problem.other(
        status, code, body.path("detail").asString(""), body.path("hint").asString(null));
  }

  static Problem unreachable(Place place) {
    return Problem.conflict(
        "server_unreachable",
        "The machine is connected to another server, which can't be reached at " + place.address(),
        "See that AGENT_SERVER_URL of each server is an address by which the others reach it");
  }

  /** Completes within the time. */
  CompletableFuture<WebSocket> connect(
      Place place, ServerCall call, String protocol, WebSocket.Listener listener) {
    return http()
        .newWebSocketBuilder()
        .connectTimeout(CONNECT)
        .header("Authorization", BEARER + token(place, call))
        .header(ServerCall.PERSON, call.person())
        .subprotocols(protocol)
        .buildAsync(URI.create(place.address().replaceFirst("^http", "ws") + call.path()), listener)
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void close() {
    if (http != null) {
      http.shutdownNow();
    }
  }
}
