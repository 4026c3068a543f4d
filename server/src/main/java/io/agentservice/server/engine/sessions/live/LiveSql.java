package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * Positions are transactions' numbers: all whose number is below that of the oldest one under way
 * are over, so that what they changed can be read.
 */
interface LiveSql {

  /** Where to go on next time, asked before {@link #changed}. */
  @SqlQuery("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
  String position();

  /** Whether the number is of transactions that are still to come, as of another database. */
  @SqlQuery("SELECT :position::xid8 > pg_snapshot_xmax(pg_current_snapshot())")
  boolean isAhead(String position);

  /** Oldest first; more than were asked for again and again while a transaction is under way. */
  @SqlQuery(
      """
      SELECT c.session_id, s.version, coalesce(c.turned_in::text::bigint, 0) AS turned_in
        FROM session_change c JOIN session s ON s.session_id = c.session_id
       WHERE c.org_id = :orgId AND c.changed_in >= :from::xid8 AND c.changed_in < pg_snapshot_xmax(pg_current_snapshot())
       ORDER BY c.changed_in, c.session_id
       LIMIT :most
      """)
  List<Changed> changed(OrgId orgId, String from, int most);

  /** {@code turnedIn}: the transaction in which it came to its state; 0: long ago. */
  record Changed(SessionId sessionId, long version, long turnedIn) {}
}
