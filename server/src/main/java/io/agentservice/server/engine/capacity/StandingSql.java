package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** How sessions and queues stand, for those who watch the service. */
interface StandingSql {
  /** Those that have a place in a queue or want one: no index needs all sessions' status. */
  @SqlQuery(
      """
      SELECT lower(s.status) AS status, lower(s.status_detail) AS detail, count(*) AS sessions
        FROM (SELECT session_id FROM queue_entry WHERE account_id = :accountId AND removed_at IS NULL
              UNION
              SELECT session_id FROM session
               WHERE account_id = :accountId AND outpost_id IS NULL AND status IN ('NEW', 'RESUMING')) active
        JOIN session s ON s.session_id = active.session_id
       GROUP BY s.status, s.status_detail
      """)
  List<Sessions> sessions(AccountId accountId);

  /** Outposts with an empty queue, too: whoever starts machines by it asks for a number. */
  @SqlQuery(
      """
      SELECT o.outpost_id, o.name,
             count(*) FILTER (WHERE q.phase = 'PENDING') AS waiting,
             count(*) FILTER (WHERE q.phase = 'CLAIMED') AS claimed,
             coalesce(extract(epoch FROM now() - min(q.created_at) FILTER (WHERE q.phase = 'PENDING')), 0) AS oldest_seconds
        FROM outpost o
        LEFT JOIN queue_entry q ON q.outpost_id = o.outpost_id AND q.removed_at IS NULL
       WHERE o.account_id = :accountId AND o.deleted_at IS NULL
       GROUP BY o.outpost_id, o.name
      """)
  List<Line> lines(AccountId accountId);

  record Sessions(String status, @Nullable String detail, long sessions) {}

  record Line(OutpostId outpostId, String name, long waiting, long claimed, double oldestSeconds) {}
}
