package io.agentservice.server.base.http.limits;

import io.agentservice.server.base.http.limits.RateLimits.Count;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Where the counts of all nodes meet. */
interface RateSql {
  /**
   * Adds a JSON array of {@link Count}s and answers the sums, replacing windows that are over. In
   * the order of keys, so that no nodes deadlock.
   */
  @SqlQuery(
      """
      INSERT INTO rate_window AS w (key, started_at, used)
      SELECT key, now() - make_interval(secs => age), used
        FROM json_to_recordset(:counts::json) AS c(key text, used bigint, age double precision)
       ORDER BY key
      ON CONFLICT (key) DO UPDATE
         SET used = excluded.used + CASE WHEN w.started_at > now() - interval '60 seconds' THEN w.used ELSE 0 END,
             started_at = CASE WHEN w.started_at > now() - interval '60 seconds'
               THEN w.started_at ELSE excluded.started_at END
      RETURNING key, used, extract(epoch FROM now() - started_at)::double precision AS age
      """)
  List<Count> add(String counts);

  /** Leaves out what another transaction holds. */
  @SqlUpdate(
      """
      DELETE FROM rate_window
       WHERE key IN (SELECT key FROM rate_window WHERE started_at < now() - interval '2 minutes'
                      LIMIT 10000 FOR UPDATE SKIP LOCKED)
      """)
  int dropOver();
}
