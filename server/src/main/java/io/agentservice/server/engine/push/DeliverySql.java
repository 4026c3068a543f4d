package io.agentservice.server.engine.push;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.PushNoticeId;
import io.agentservice.server.base.ids.PushSubscriptionId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The ways of what is to be told. */
interface DeliverySql {
  /**
   * Takes some that are due, at most one of a person, so that nobody's slow service holds up
   * others; they are nobody else's until the seconds are over.
   */
  @SqlQuery(
      """
      WITH taken AS (
        UPDATE push_notice n SET next_at = now() + make_interval(secs => :seconds)
         WHERE n.push_notice_id IN (
                 SELECT d.push_notice_id FROM push_notice d
                  WHERE d.outcome IS NULL AND d.next_at <= now()
                    AND NOT EXISTS (SELECT FROM push_notice e
                                     WHERE e.account_id = d.account_id AND e.user_id = d.user_id AND e.outcome IS NULL
                                       AND e.next_at <= now()
                                       AND (e.next_at, e.push_notice_id) < (d.next_at, d.push_notice_id))
                  ORDER BY d.next_at, d.push_notice_id
                  LIMIT :most
                  FOR UPDATE SKIP LOCKED)
        RETURNING n.*)
      SELECT t.push_notice_id, t.account_id, t.session_id, t.push_subscription_id, t.kind, t.attempts,
             t.created_at, now() AS now, p.sealed,
             EXISTS (SELECT FROM push_reader r WHERE r.session_id = t.session_id AND r.user_id = t.user_id
                        AND r.seen_at > now() - make_interval(secs => :fresh)) AS is_read,
             coalesce((SELECT max(v.seq) FROM event v
                        WHERE v.session_id = t.session_id
                          AND v.type IN ('waiting', 'finished', 'approval_requested', 'limit_reached', 'suspended', 'failure')), 0) AS step
        FROM taken t LEFT JOIN push_subscription p
          ON p.account_id = t.account_id AND p.user_id = t.user_id AND p.push_subscription_id = t.push_subscription_id
      """)
  List<Due> take(int most, int seconds, int fresh);

  /**
   * One that is due.
   *
   * @param sealed null: the browser is not to be told any more
   * @param isRead whether its person has the session open
   * @param step number of the event that asks, or tells; 0: none
   */
  record Due(
      PushNoticeId pushNoticeId,
      AccountId accountId,
      SessionId sessionId,
      PushSubscriptionId pushSubscriptionId,
      String kind,
      int attempts,
      Instant createdAt,
      Instant now,
      byte @Nullable [] sealed,
      boolean isRead,
      long step) {}

  @SqlUpdate(
      """
      UPDATE push_notice SET next_at = now() + make_interval(secs => :seconds), attempts = :attempts
       WHERE account_id = :accountId AND push_notice_id = :pushNoticeId AND outcome IS NULL
      """)
  void later(AccountId accountId, PushNoticeId pushNoticeId, int attempts, long seconds);

  /** False when it has ended before. */
  @SqlUpdate(
      """
      UPDATE push_notice SET outcome = :outcome, ended_at = now(), attempts = :attempts
       WHERE account_id = :accountId AND push_notice_id = :pushNoticeId AND outcome IS NULL
      """)
  boolean end(AccountId accountId, PushNoticeId pushNoticeId, String outcome, int attempts);

  @SqlUpdate(
      """
      UPDATE push_subscription SET last_outcome = :outcome, last_at = now()
       WHERE account_id = :accountId AND push_subscription_id = :id
      """)
  void told(AccountId accountId, PushSubscriptionId id, String outcome);

  @SqlUpdate(
      """
      DELETE FROM push_subscription
       WHERE account_id = :accountId AND push_subscription_id = :id
      """)
  void gone(AccountId accountId, PushSubscriptionId id);

  /** Only of who has a browser to be told. */
  @SqlUpdate(
      """
      INSERT INTO push_reader (session_id, user_id, seen_at)
      SELECT s.session_id, s.user_id, now() FROM session s
       WHERE s.session_id = :sessionId AND s.account_id = :accountId AND s.user_id = :userId
         AND EXISTS (SELECT FROM push_subscription p WHERE p.account_id = :accountId AND p.user_id = :userId)
      ON CONFLICT (session_id, user_id) DO UPDATE SET seen_at = excluded.seen_at
      """)
  void reads(SessionId sessionId, AccountId accountId, String userId);
}
