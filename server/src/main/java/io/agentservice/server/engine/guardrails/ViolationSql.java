package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface ViolationSql {
  String FILTER =
      """
       WHERE v.account_id = :accountId AND (:orgId::text IS NULL OR v.org_id = :orgId)
         AND (:sessionId::text IS NULL OR v.session_id = :sessionId)
         AND (:guardrailId::text IS NULL OR v.guardrail_id = :guardrailId)
         AND (:timeAfter::timestamptz IS NULL OR v.created_at >= :timeAfter)
         AND (:timeBefore::timestamptz IS NULL OR v.created_at < :timeBefore)
      """;

  @SqlQuery(
      "SELECT v.* FROM guardrail_violation v"
          + FILTER
          + """
             AND (:time::timestamptz IS NULL OR (v.created_at, v.violation_id) < (:time, :id))
           ORDER BY v.created_at DESC, v.violation_id DESC
           LIMIT :limit
          """)
  List<Violation> newest(
      @BindMethods Scope scope, @BindMethods Violation.Filter filter, @BindMethods Behind behind);

  @SqlQuery(
      "SELECT v.* FROM guardrail_violation v"
          + FILTER
          + """
             AND (:time::timestamptz IS NULL OR (v.created_at, v.violation_id) > (:time, :id))
           ORDER BY v.created_at, v.violation_id
           LIMIT :limit
          """)
  List<Violation> oldest(
      @BindMethods Scope scope, @BindMethods Violation.Filter filter, @BindMethods Behind behind);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM guardrail_violation v"
          + FILTER
          + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @BindMethods Violation.Filter filter, long most);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM guardrail_violation
                      WHERE session_id = :sessionId AND event_id = :eventId AND guardrail_id = :guardrailId
                        AND account_id = (SELECT account_id FROM session WHERE session_id = :sessionId))
      """)
  boolean isKnown(SessionId sessionId, String eventId, String guardrailId);

  /** The next number of the session's account, which is locked from now on. */
  @SqlQuery(
      """
      UPDATE account a SET violations = a.violations + 1 FROM session s
       WHERE s.session_id = :sessionId AND a.account_id = s.account_id
      RETURNING a.violations AS violation_id, s.account_id, s.org_id
      """)
  Numbered number(SessionId sessionId);

  @SqlUpdate(
      """
      INSERT INTO guardrail_violation (account_id, violation_id, org_id, session_id, event_id, guardrail_id, guardrail_name,
                                       guardrail_type, user_message, reasoning, confidence_score, action_taken, created_at)
      SELECT s.account_id, :number, s.org_id, s.session_id, :eventId, :guardrailId, :guardrailName,
             :guardrailType, :userMessage, :reasoning, :confidenceScore, :actionTaken, clock_timestamp()
        FROM session s WHERE s.session_id = :sessionId
      """)
  void insert(long number, SessionId sessionId, @BindMethods Violation.Found found);

  @SqlUpdate(
      """
      DELETE FROM guardrail_violation
       WHERE (account_id, violation_id) IN
             (SELECT account_id, violation_id FROM guardrail_violation WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);

  @SqlUpdate("DELETE FROM guardrail_violation WHERE session_id = ANY (:sessions)")
  void eraseOf(List<SessionId> sessions);

  /** Whose violation it is, and its number. */
  record Numbered(long violationId, AccountId accountId, OrgId orgId) {}

  /** {@code limit} of those behind a violation; from the beginning when it is null. */
  record Behind(@Nullable Instant time, @Nullable Long id, int limit) {}
}
