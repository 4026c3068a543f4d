package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface GitAccessSql {
  String SERVED =
      """
        FROM session s JOIN queue_entry q USING (session_id) JOIN organization o ON o.org_id = s.org_id
       WHERE s.status IN ('CLAIMED', 'RUNNING', 'RESUMING')
         AND q.phase = 'CLAIMED' AND q.removed_at IS NULL AND o.deleted_at IS NULL
      """;

  /** Whose session it is, if a worker holds it under that epoch, and the time. */
  @SqlQuery(
      """
      SELECT s.account_id, s.org_id, s.connection, floor(extract(epoch FROM clock_timestamp()))::bigint AS now
      """
          + SERVED
          + "AND s.session_id = :sessionId AND s.epoch = :epoch")
  Optional<Served> served(SessionId sessionId, long epoch);

  /** The epochs under which workers hold these sessions. */
  @SqlQuery("SELECT s.session_id, s.epoch" + SERVED + "AND s.session_id = ANY (:sessions)")
  List<Held> held(Collection<SessionId> sessions);

  /** The organization of a session. */
  @SqlQuery("SELECT s.account_id, s.org_id FROM session s WHERE s.session_id = :sessionId")
  Optional<Owner> owner(SessionId sessionId);

  /**
   * A session that is served.
   *
   * @param connection the number of its remote's
   * @param now in seconds
   */
  record Served(AccountId accountId, OrgId orgId, long connection, long now) {}

  record Held(SessionId sessionId, long epoch) {}

  record Owner(AccountId accountId, OrgId orgId) {}
}
