package io.agentservice.server.base.http.limits;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.limits.RateLimits.Count;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Adds up the nodes' counts in the database, a statement at a time, so that no request waits. Until
 * then, or without a database, each node counts for itself.
 */
public final class RateSharing {
  /** Rows of a statement; what is left is told the next time. */
  private static final int BATCH = 2000;

  private final Database database;
  private final RateLimits limits;

  public RateSharing(Database database, RateLimits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** To be called by one thread, about once a second. */
  public void exchange() {
    var sent = limits.untold(BATCH);
    if (sent.isEmpty()) {
      return;
    }
    Map<String, Count> totals =
        database.with(RateSql.class, sql -> sql.add(Json.MAPPER.writeValueAsString(sent))).stream()
            .collect(Collectors.toMap(Count::key, Function.identity()));
    for (var count : sent) {
      var total = totals.get(count.key());
      if (total != null) {
        limits.told(count, total);
      }
    }
  }

  /** Drops windows that are over; to be called now and then. */
  public void dropOver() {
    var _ = database.with(RateSql.class, RateSql::dropOver);
  }
}
