package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** How sessions came to stand where they do. */
interface SessionHistorySql {
  @SqlQuery(
      """
      SELECT s.session_id, s.status, s.status_detail AS detail, s.prior_detail,
             coalesce(s.resumed_at > now() - interval '60 seconds', false) AS resumed,
             s.asked_by_page, s.ended_by_itself,
             CASE WHEN s.user_id IS NOT NULL THEN h.email END AS owner_email
        FROM session s LEFT JOIN human h ON h.user_id = s.user_id AND h.account_id = s.account_id
       WHERE s.session_id = ANY (:ids)
      """)
  List<SessionHistory.State> states(List<SessionId> ids);

  /** What people said first. */
  String PROMPT =
      """
        FROM unnest(:ids::text[]) WITH ORDINALITY AS wanted (session_id, nth)
        LEFT JOIN LATERAL (SELECT m.message FROM message m
                            WHERE m.session_id = wanted.session_id AND m.source = 'user'
                            ORDER BY m.position LIMIT 1) AS first ON true
      """;

  /** Bytes of what sessions were asked first, in the order of the ids. */
  @SqlQuery("SELECT coalesce(octet_length(first.message), 0)" + PROMPT + " ORDER BY wanted.nth")
  List<Long> sizesOfPrompts(List<SessionId> ids);

  /** What each of these sessions was asked first; those that were asked nothing are left out. */
  @SqlQuery("SELECT wanted.session_id, first.message" + PROMPT + " WHERE first.message IS NOT NULL")
  List<Prompt> prompts(List<SessionId> ids);

  /** What a session was asked first. */
  record Prompt(SessionId sessionId, String message) {}

  /** How many sessions each of these humans owns; those who own none are left out. */
  @SqlQuery(
      """
      SELECT user_id, count(*) AS sessions FROM session
       WHERE account_id = :accountId AND user_id = ANY (:users)
       GROUP BY user_id
      """)
  List<Owned> owned(AccountId accountId, List<String> users);

  /** How many sessions a human owns. */
  record Owned(String userId, long sessions) {}
}
