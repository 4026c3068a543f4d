package io.agentservice.server.engine.sessions.erasure;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SessionErasureSql {
  @SqlQuery(
      """
      SELECT s.session_id FROM session s
       WHERE s.org_id = :orgId
         AND NOT EXISTS (SELECT FROM queue_entry q WHERE q.session_id = s.session_id)
       LIMIT :most
      """)
  List<SessionId> forgotten(OrgId orgId, int most);

  /**
   * Locks some that ended so long ago ({@code days} where their organization says nothing itself;
   * 0: never), of each organization the longest ago first: none that a watcher of the queue may
   * still ask for, and none of whose tree one can go on: limits count over it.
   */
  @SqlQuery(
      """
      SELECT due.session_id
        FROM organization o
       CROSS JOIN LATERAL (
         SELECT s.session_id FROM session s
          WHERE s.org_id = o.org_id
            AND s.ended_at < now() - make_interval(days => coalesce(o.session_days, :days))
            AND NOT EXISTS (SELECT FROM queue_entry q WHERE q.session_id = s.session_id)
            AND NOT EXISTS (SELECT FROM child_session mine
                              JOIN child_session other ON other.root_session_id = mine.root_session_id
                              JOIN session k ON k.session_id IN (other.session_id, other.root_session_id)
                             WHERE (mine.session_id = s.session_id OR mine.root_session_id = s.session_id)
                               AND k.ended_at IS NULL)
          ORDER BY s.ended_at LIMIT :most
            FOR UPDATE OF s SKIP LOCKED) AS due
       WHERE coalesce(o.session_days, :days) > 0
       LIMIT :most
      """)
  List<SessionId> due(int days, int most);

  @SqlQuery(
      "SELECT DISTINCT attachment_id FROM session_attachment WHERE session_id = ANY (:sessions)")
  List<AttachmentId> attachments(List<SessionId> sessions);

  /** Those of the attachments that no other session has. */
  @SqlQuery(
      """
      SELECT a.id FROM unnest(:attachments::text[]) AS a (id)
       WHERE NOT EXISTS (SELECT FROM session_attachment o
                          WHERE o.attachment_id = a.id AND o.session_id <> ALL (:sessions))
      """)
  List<AttachmentId> onlyOf(List<SessionId> sessions, List<AttachmentId> attachments);

  @SqlQuery("SELECT EXISTS (SELECT FROM session WHERE org_id = :orgId)")
  boolean anyLeft(OrgId orgId);

  /** With what is theirs alone. */
  @SqlUpdate(
      """
      WITH secrets AS (
        DELETE FROM session_secret WHERE session_id = ANY (:sessions)
      ), analyses AS (
        DELETE FROM session_analysis WHERE session_id = ANY (:sessions)
      )
      DELETE FROM session WHERE session_id = ANY (:sessions)
      """)
  void erase(List<SessionId> sessions);
}
