package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface ApprovalSql {
  String COLUMNS =
      """
      event_id, call_id, tool, input::text AS input, rules, unclear, created_at, answer, reason, user_id, username,
      answered_at
      """;

  @SqlUpdate(
      """
      INSERT INTO approval (event_id, session_id, call_id, tool, input, rules, unclear)
      VALUES (:eventId, :sessionId, :asked.callId, :asked.tool, :asked.input::jsonb, :asked.rules, :asked.unclear)
      """)
  void insert(EventId eventId, SessionId sessionId, @BindMethods("asked") Approval.Asked asked);

  @SqlQuery(
      "SELECT " + COLUMNS + " FROM approval WHERE session_id = :sessionId AND event_id = :eventId")
  Optional<Row> find(SessionId sessionId, EventId eventId);

  /** Newest first. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM approval
           WHERE session_id = :sessionId AND (:before::text IS NULL OR event_id < :before)
           ORDER BY event_id DESC
           LIMIT :limit
          """)
  List<Row> list(SessionId sessionId, @Nullable String before, int limit);

  /** Bytes of those that {@link #list} would answer. */
  @SqlQuery(
      """
      SELECT octet_length(input::text) FROM approval
       WHERE session_id = :sessionId AND (:before::text IS NULL OR event_id < :before)
       ORDER BY event_id DESC
       LIMIT :limit
      """)
  List<Long> sizes(SessionId sessionId, @Nullable String before, int limit);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM approval WHERE session_id = :sessionId LIMIT :most) AS matching")
  long count(SessionId sessionId, long most);

  @SqlQuery("SELECT " + COLUMNS + " FROM approval WHERE session_id = :sessionId AND answer IS NULL")
  Optional<Row> open(SessionId sessionId);

  @SqlUpdate(
      """
      UPDATE approval
         SET answer = :word, reason = :answer.reason, user_id = :answer.userId, username = :answer.username,
             answered_at = clock_timestamp()
       WHERE session_id = :sessionId AND event_id = :eventId
      """)
  void answer(
      SessionId sessionId,
      EventId eventId,
      String word,
      @BindMethods("answer") Approval.Answer answer);

  /** What the session is to ask about, by its own setting or its organization's. */
  @SqlQuery(
      """
      SELECT CASE WHEN s.bypass_approval THEN 'never' ELSE coalesce(s.approvals, o.approvals) END AS mode,
             o.approval_commands AS commands
        FROM session s JOIN organization o USING (org_id)
       WHERE s.session_id = :sessionId
      """)
  Optional<PolicyRow> policy(SessionId sessionId);

  @SqlQuery(
      "SELECT approvals AS mode, approval_commands AS commands FROM organization WHERE org_id = :orgId")
  PolicyRow policyOf(OrgId orgId);

  @SqlUpdate(
      """
      UPDATE organization
         SET approvals = :mode, approval_commands = :commands, updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void replace(AccountId accountId, OrgId orgId, String mode, List<String> commands);

  /** With what the session has been asked about. */
  @SqlUpdate("DELETE FROM approval WHERE session_id = ANY (:sessions)")
  void erase(List<SessionId> sessions);

  record PolicyRow(String mode, List<String> commands) {
    ApprovalPolicy policy() {
      return new ApprovalPolicy(ApprovalMode.of(mode), commands);
    }
  }

  record Row(
      EventId eventId,
      String callId,
      String tool,
      String input,
      List<String> rules,
      @Nullable String unclear,
      Instant createdAt,
      @Nullable String answer,
      @Nullable String reason,
      @Nullable String userId,
      @Nullable String username,
      @Nullable Instant answeredAt) {
    Approval approval() {
      return new Approval(
          eventId,
          new Approval.Asked(callId, tool, input, rules, unclear),
          createdAt,
          answer == null
              ? null
              : new Approval.Answer(Approval.Kind.of(answer), reason, userId, username),
          answeredAt);
    }
  }
}
