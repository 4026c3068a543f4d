package io.agentservice.cli.session.export;

import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Page;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.Session;
import io.agentservice.wire.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What was done to a session, as the audit log tells it, with the place of each in its chain. */
final class SessionAudit {
  private static final int PAGE = 200;

  /** The service answers of a hundred days at most. */
  private static final long WINDOW = Duration.ofDays(90).toSeconds();

  private final CollectionClient logs;
  private final Session session;
  private final long now;
  private JsonObject head = JsonObject.of();

  SessionAudit(CollectionClient logs, Session session, Clock clock) {
    this.logs = logs;
    this.session = session;
    this.now = clock.instant().getEpochSecond();
  }

  /** Hands on its records, oldest first, from its creation to now. */
  void read(Consumer<JsonObject> reader) {
    boolean last = false; // also of a session that is younger than this machine's clock believes
    for (long from = session.createdAt(); !last; from += WINDOW) {
      last = from + WINDOW > now;
      var query =
          Query.of("order", "asc")
              .and("first", PAGE)
              .and("time_after", from)
              .and("time_before", last ? null : from + WINDOW);
      read(query, reader);
    }
  }

  private void read(Query query, Consumer<JsonObject> reader) {
    String after = null;
    do {
      String next = after;
      Page page = Retries.ask(() -> logs.list(query.and("after", next)));
      for (var record : page.items()) {
        note(record.object("seal"));
        if (names(record.object("data").fields())) {
          reader.accept(record);
        }
      }
      after = page.endCursor();
    } while (after != null);
  }

  private void note(JsonObject seal) {
    if (seal.number("position", 0) > head.number("position", 0)) {
      head = JsonObject.of("position", seal.number("position", 0), "hash", seal.text("hash"));
    }
  }

  /** The newest place of the chain that was seen, also of another's record; empty for none. */
  JsonObject head() {
    return head;
  }

  private boolean names(@Nullable Object data) {
    return switch (data) {
      case String text -> text.equals(session.id());
      case Map<?, ?> map -> map.values().stream().anyMatch(this::names);
      case List<?> list -> list.stream().anyMatch(this::names);
      case null, default -> false;
    };
  }
}
