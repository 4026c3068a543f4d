package io.agentservice.server.agent.loop.mcp.tokens;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.outside.OutsideHttp;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import okhttp3.Request;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks token services, where the network policy lets it. */
record TokenHttp(OutsideHttp http, Predicate<String> allowed) {
  private static final int MOST_BYTES = 64 << 10;

  /** {@code json} is missing where it is none. */
  record Answer(int status, JsonNode json) {}

  /** {@code until}: by the clock of {@link System#nanoTime}. */
  Answer send(Request request, long until) throws IOException {
    String host = request.url().host();
    if (!allowed.test(host)) {
      throw new TokenException(
          "the network policy does not allow %s of its token service".formatted(host));
    }
    var named = request.newBuilder().header("Accept", "application/json");
    var call = http.client().newCall(named.header("User-Agent", "agent-service").build());
    call.timeout().timeout(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    try (var response = call.execute()) {
      return new Answer(response.code(), json(response.body().byteStream().readNBytes(MOST_BYTES)));
    }
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return Json.MAPPER.readTree(bytes);
    } catch (JacksonException _) {
      return Json.MAPPER.missingNode();
    }
  }
}
