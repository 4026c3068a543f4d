package io.agentservice.server.engine.stalls;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.stalls.StallSql.Unserved;
import io.prometheus.metrics.core.metrics.Counter;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Finds sessions that are silent for long, and tells why, once for each silence. Thread-safe. */
public final class Stalls {
  /** The event's type. */
  public static final String EVENT = "stall";

  private final Database database;
  private final Transitions transitions;
  private final IntSupplier seconds;
  private final Counter told;

  /** {@code seconds} without an event that are not told; 0: nothing is told. */
  public Stalls(Database database, Transitions transitions, IntSupplier seconds, Metrics metrics) {
    this.database = database;
    this.transitions = transitions;
    this.seconds = seconds;
    told =
        metrics.counter(
            "stalls", "Sessions in which nothing happened for long, by the cause", "cause");
    for (var cause : Stall.Cause.values()) {
      told.initLabelValues(cause.word());
    }
  }

  public boolean areOff() {
    return seconds.getAsInt() == 0;
  }

  /** So long nothing has to happen. */
  public Duration after() {
    return Duration.ofSeconds(seconds.getAsInt());
  }

  /** Those of the sessions whose agents work, but not in the log; none that was told. */
  public List<Silence> working(Collection<SessionId> sessions) {
    return database.with(StallSql.class, sql -> sql.working(sessions, seconds.getAsInt()));
  }

  /** The longest silences, not told yet, of those that wait for a machine. */
  List<Unserved> unserved() {
    return database.with(StallSql.class, sql -> sql.unserved(seconds.getAsInt()));
  }

  /** False, and nothing is written, when the silence is over or was told by another node. */
  public boolean tell(Silence silence, Stall stall) {
    boolean isFirst =
        database.inTransaction(tx -> {
          var session =
              transitions
                  .lock(tx, silence.sessionId())
                  .filter(found ->
                      found.epoch() == silence.epoch()
                          && tx.on(StallSql.class).isNewest(silence.sessionId(), silence.seq()))
                  .orElse(null);
          if (session != null) {
            session.log(EVENT, data(stall));
            transitions.write(tx, session);
          }
          return session != null;
        });
    if (isFirst) {
      told.labelValues(stall.cause().word()).inc();
    }
    return isFirst;
  }

  private static Map<String, String> data(Stall stall) {
    var data = new LinkedHashMap<String, String>();
    data.put("cause", stall.cause().word());
    data.put("since", stall.since().toString());
    data.put("text", stall.text());
    data.put("next", stall.next());
    var at = stall.nextAt();
    if (at != null) {
      data.put("next_at", at.toString());
    }
    return data;
  }
}
