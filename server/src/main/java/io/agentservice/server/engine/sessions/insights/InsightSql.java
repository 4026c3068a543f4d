package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** Of sessions that were found by their scope. */
interface InsightSql {
  @SqlQuery(
      """
      SELECT s.session_id,
             (SELECT count(*) FROM message m
               WHERE m.session_id = s.session_id AND m.source = 'user') AS user_messages,
             (SELECT count(*) FROM message m
               WHERE m.session_id = s.session_id AND m.source = 'agent') AS agent_messages,
             a.analysis::text AS analysis
        FROM session s LEFT JOIN session_analysis a USING (session_id)
       WHERE s.session_id = ANY (:ids)
      """)
  List<Row> of(List<SessionId> ids);

  /** Bytes of their analyses, in the order of the ids. */
  @SqlQuery(
      """
      SELECT coalesce(octet_length(a.analysis::text), 0)
        FROM unnest(:ids::text[]) WITH ORDINALITY AS wanted (session_id, nth)
        LEFT JOIN session_analysis a USING (session_id)
       ORDER BY wanted.nth
      """)
  List<Long> sizes(List<SessionId> ids);

  /** One is to be made; 0 when it is there or is being made. */
  @SqlUpdate("INSERT INTO session_analysis (session_id) VALUES (:sessionId) ON CONFLICT DO NOTHING")
  int begin(SessionId sessionId);

  /** Takes one that is due and that no node holds. */
  @SqlQuery(
      """
      UPDATE session_analysis SET held_until = now() + interval '1 minute', tries = tries + 1
       WHERE session_id = (SELECT session_id FROM session_analysis
                            WHERE analysis IS NULL AND held_until <= now()
                            ORDER BY held_until
                            LIMIT 1
                              FOR UPDATE SKIP LOCKED)
      RETURNING session_id, tries
      """)
  Optional<Due> takeUp();

  @SqlUpdate(
      """
      UPDATE session_analysis SET held_until = now() + interval '1 minute'
       WHERE session_id = ANY (:ids) AND analysis IS NULL
      """)
  int hold(List<SessionId> ids);

  @SqlUpdate(
      """
      UPDATE session_analysis SET analysis = :analysis::jsonb
       WHERE session_id = :sessionId AND analysis IS NULL
      """)
  int keep(SessionId sessionId, String analysis);

  @SqlUpdate("DELETE FROM session_analysis WHERE session_id = :sessionId AND analysis IS NULL")
  void giveUp(SessionId sessionId);

  @SqlUpdate(
      """
      UPDATE session SET category = :category, subcategory = 'Other', updated_at = greatest(updated_at, now())
       WHERE session_id = :sessionId
      """)
  void classify(SessionId sessionId, String category);

  /** Whether it keeps within its limit with so much more, beside what is reserved. */
  @SqlQuery(
      """
      SELECT coalesce(acus(s.machine_seconds, s.model_dollars + s.reserved_dollars + :dollars, s.seconds_per_acu,
                           s.dollars_per_acu) <= least(s.max_acu_limit, o.max_session_acu_limit), true)
        FROM session s JOIN organization o USING (org_id)
       WHERE s.session_id = :sessionId
      """)
  boolean affords(SessionId sessionId, BigDecimal dollars);

  /** Leaves alone what a call in flight of the agent has reserved. */
  @SqlUpdate(
      """
      UPDATE session SET model_dollars = model_dollars + :dollars, updated_at = greatest(updated_at, now())
       WHERE session_id = :sessionId
      """)
  void book(SessionId sessionId, BigDecimal dollars);

  record Row(
      SessionId sessionId, long userMessages, long agentMessages, @Nullable String analysis) {}

  /** {@code tries}: how often it was taken up, this one counted. */
  record Due(SessionId sessionId, int tries) {}
}
