package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.PlannedForValues;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

interface ConsumptionSql {
  /** What each session used on each day; of a day that the range cuts, the part inside. */
  String USED =
      """
      (SELECT d.day, d.product, d.org_id, d.owner_id,
              CASE WHEN d.day > billing_day(:after::timestamptz - interval '1 microsecond') AND d.day < billing_day(:before) THEN d.acus
                   ELSE (SELECT sum(b.acus) FROM acu_booking b
                          WHERE b.session_id = d.session_id
                            AND b.booked_at >= greatest(:after, billing_day_begins(d.day))
                            AND b.booked_at < least(:before, billing_day_begins(d.day + 1))) END AS acus
         FROM acu_day d
        WHERE d.account_id = :accountId AND (:orgId::text IS NULL OR d.org_id = :orgId)
          AND d.day >= billing_day(:after) AND d.day <= billing_day(:before)
          AND (cardinality(:orgIds::text[]) = 0 OR d.org_id = ANY (:orgIds))
          AND (cardinality(:ownerIds::text[]) = 0 OR d.owner_id = ANY (:ownerIds))
          AND (:sessionId::text IS NULL OR d.session_id = :sessionId)) AS used
      """;

  @PlannedForValues
  @SqlQuery(
      """
      SELECT day, coalesce(sum(acus) FILTER (WHERE product = 'agent'), 0) AS agent,
             coalesce(sum(acus) FILTER (WHERE product = 'review'), 0) AS review
        FROM
      """
          + USED
          + " WHERE acus > 0 GROUP BY day ORDER BY day")
  List<Used> daily(@BindMethods Scope scope, @BindMethods UseFilter use, @BindMethods TimeRange at);

  @PlannedForValues
  @SqlQuery(
      "SELECT CASE :share WHEN 'ORGANIZATION' THEN org_id ELSE owner_id END AS id, sum(acus) AS acus FROM "
          + USED
          + " WHERE acus > 0 GROUP BY 1")
  List<Part> parts(
      String share,
      @BindMethods Scope scope,
      @BindMethods UseFilter use,
      @BindMethods TimeRange at);

  /** Sessions of living organizations with use on these days, newest first by id; none erased. */
  @PlannedForValues
  @SqlQuery(
      """
      SELECT s.session_id, s.org_id, o.name AS org_name, s.title, s.created_at, owner.id AS owner_id,
             coalesce(m.name, m.email, k.name, owner.id) AS owner_name, m.email AS owner_email,
             array(SELECT p.state || ' ' || p.pr_url FROM pull_request p
                    WHERE p.session_id = s.session_id ORDER BY p.position) AS pull_request_texts,
             used.acus
        FROM (SELECT d.session_id, sum(d.acus) AS acus
                FROM acu_day d
               WHERE d.account_id = :accountId AND d.day >= :first AND d.day <= :last
                 AND (:before::text IS NULL OR d.session_id < :before)
                 AND d.org_id IN (SELECT org_id FROM organization
                                   WHERE account_id = :accountId AND deleted_at IS NULL)
                 AND EXISTS (SELECT FROM session k WHERE k.session_id = d.session_id)
               GROUP BY d.session_id
              HAVING sum(d.acus) > 0
               ORDER BY d.session_id DESC
               LIMIT :limit) AS used
        JOIN session s ON s.session_id = used.session_id
        JOIN organization o ON o.org_id = s.org_id
       CROSS JOIN LATERAL (SELECT coalesce(s.user_id, s.service_user_id, s.created_by, 'unknown') AS id) AS owner
        LEFT JOIN member m ON m.member_id = owner.id AND m.account_id = :accountId
        LEFT JOIN api_key k ON k.key_id = owner.id AND k.account_id = :accountId
       ORDER BY s.session_id DESC
      """)
  List<SessionUse> sessions(
      AccountId accountId, LocalDate first, LocalDate last, @Nullable String before, int limit);

  /**
   * Who is or was in the account; in an organization, who belongs to it or all, owns a session in
   * it, or used it.
   */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM member m
                      WHERE m.account_id = :accountId AND m.kind = :kind AND m.member_id = :id
                        AND (:orgId::text IS NULL OR m.home_org_id = :orgId
                             OR EXISTS (SELECT FROM held_role r
                                         WHERE r.principal_id = m.member_id
                                           AND (r.org_id = :orgId OR r.org_id IS NULL))
                             OR EXISTS (SELECT FROM session s
                                         WHERE s.org_id = :orgId AND s.user_id = m.member_id)
                             OR EXISTS (SELECT FROM session s
                                         WHERE s.org_id = :orgId AND s.service_user_id = m.member_id)
                             OR EXISTS (SELECT FROM acu_day d
                                         WHERE d.owner_id = m.member_id AND d.org_id = :orgId)))
      """)
  boolean knowsMember(@BindMethods Scope scope, String kind, String id);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM session
                      WHERE account_id = :accountId AND (:orgId::text IS NULL OR org_id = :orgId)
                        AND session_id = :id)
      """)
  boolean knowsSession(@BindMethods Scope scope, SessionId id);

  @SqlQuery("SELECT now()")
  Instant now();

  @SqlQuery("SELECT created_at FROM account WHERE account_id = :accountId")
  Instant accountCreated(AccountId accountId);

  record Used(LocalDate day, BigDecimal agent, BigDecimal review) {}

  /** What one of several used; {@code id} null: nobody. */
  record Part(@Nullable String id, BigDecimal acus) {}
}
