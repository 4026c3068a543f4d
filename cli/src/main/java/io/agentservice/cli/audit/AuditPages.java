package io.agentservice.cli.audit;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.Query;
import io.agentservice.server.base.audit.AuditCheck.Head;
import io.agentservice.server.base.http.answers.Json;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the audit log of the account page by page, as slowly as the service wants it. */
final class AuditPages {
  private static final String PATH = "/v3/enterprise/audit-logs";
  private static final int PAGE = 200;
  private static final String NEXT = "end_cursor";

  /** Refusals in a row; each is followed by the wait that the service asks for. */
  private static final int TRIES = 5;

  private final AgentClient client;

  AuditPages(AgentClient client) {
    this.client = client;
  }

  /** All records, a page at a time. */
  void oldestFirst(Consumer<List<ObjectNode>> reader) {
    String after = null;
    do {
      var page = page("asc", after);
      reader.accept(records(page));
      after = page.path(NEXT).stringValue(null);
    } while (after != null);
  }

  /** The head of the chain, as far back as its newest record stands; empty when none is sealed. */
  Optional<Head> head() {
    String after = null;
    do {
      var page = page("desc", after);
      var head =
          records(page).stream()
              .filter(record -> position(record) > 0)
              .max(Comparator.comparingLong(AuditPages::position));
      if (head.isPresent()) {
        return head.map(record -> new Head(position(record), record.at("/seal/hash").asString("")));
      }
      after = page.path(NEXT).stringValue(null);
    } while (after != null);
    return Optional.empty();
  }

  /** Its place in the chain; 0 when it is not sealed yet. */
  static long position(ObjectNode record) {
    return record.at("/seal/position").asLong(0);
  }

  private static List<ObjectNode> records(JsonNode page) {
    return page.path("items").valueStream().map(ObjectNode.class::cast).toList();
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
