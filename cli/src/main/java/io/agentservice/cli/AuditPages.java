package io.agentservice.cli;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ApiException;
import io.agentservice.client.Query;
import io.agentservice.server.base.http.Json;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the audit log of the account page by page, as slowly as the service wants it. */
final class AuditPages {
  private static final String PATH = "/v3/enterprise/audit-logs";
  private static final int PAGE = 200;

  /** Refusals in a row; each is followed by the wait that the service asks for. */
  private static final int TRIES = 5;

  private final AgentClient client;

  AuditPages(AgentClient client) {
    this.client = client;
  }

  /** All records. */
  void oldestFirst(Consumer<ObjectNode> reader) {
    String after = null;
    do {
      var page = page("asc", after);
      records(page, reader);
      after = page.path("end_cursor").stringValue(null);
    } while (after != null);
  }

  /** Some of the last records. */
  void newest(Consumer<ObjectNode> reader) {
    records(page("desc", null), reader);
  }

  private static void records(JsonNode page, Consumer<ObjectNode> reader) {
    page.path("items").forEach(item -> reader.accept((ObjectNode) item));
  }

  private JsonNode page(String order, @Nullable String after) {
    var query = Query.of("order", order).and("first", PAGE).and("after", after);
    for (int attempt = 1; true; attempt++) {
      var answer = client.request("GET", PATH, query, null);
      if (answer.successful()) {
        return Json.MAPPER.readTree(answer.body());
      }
      var refusal = ApiException.of(answer);
      if (refusal.status() != 429 || attempt == TRIES) {
        throw refusal;
      }
      pause(Objects.requireNonNullElse(refusal.retryAfter(), Duration.ofSeconds(1)));
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.interrupted("run it again");
    }
  }
}
