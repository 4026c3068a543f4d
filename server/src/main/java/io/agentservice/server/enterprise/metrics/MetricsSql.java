package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.PlannedForValues;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.enterprise.metrics.Activity.Least;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface MetricsSql {
  /** Of what the table {@code s} holds, a session or a search. */
  String OF_SCOPE =
      """
       WHERE s.account_id = :accountId AND (:orgId::text IS NULL OR s.org_id = :orgId)
         AND (cardinality(:orgIds::text[]) = 0 OR s.org_id = ANY (:orgIds))
      """;

  String MADE = OF_SCOPE + " AND s.created_at >= :after AND s.created_at < :before ";

  String MADE_IN_PERIOD =
      OF_SCOPE + " AND s.created_at >= range.after AND s.created_at < range.before ";

  String WHOSE =
      """
         AND (cardinality(:userIds::text[]) = 0 OR s.user_id = ANY (:userIds))
         AND (cardinality(:serviceUserIds::text[]) = 0 OR s.service_user_id = ANY (:serviceUserIds))
      """;

  String OF_SESSION = WHOSE + " AND (:playbookId::text IS NULL OR s.playbook_id = :playbookId) ";

  /** What humans did: a row for each session and each search. */
  String DEEDS =
      "(SELECT s.user_id, 1 AS sessions, 0 AS searches FROM session s "
          + MADE
          + " AND s.user_id IS NOT NULL UNION ALL SELECT s.user_id, 0, 1 FROM search_made s "
          + MADE
          + " AND s.user_id IS NOT NULL) AS deed ";

  String DEEDS_OF_PERIOD =
      "(SELECT s.user_id, 1 AS sessions, 0 AS searches FROM session s "
          + MADE_IN_PERIOD
          + " AND s.user_id IS NOT NULL UNION ALL SELECT s.user_id, 0, 1 FROM search_made s "
          + MADE_IN_PERIOD
          + " AND s.user_id IS NOT NULL) AS deed ";

  String ACTIVE =
      """
      HAVING :minSessions > 0 AND sum(sessions) >= :minSessions
          OR :minSearches > 0 AND sum(searches) >= :minSearches
      """;

  @PlannedForValues
  @SqlQuery(
      "SELECT count(*) AS active_users, :after AS start_time, :before AS end_time FROM (SELECT FROM "
          + DEEDS
          + "GROUP BY user_id "
          + ACTIVE
          + ") AS active")
  Activity active(
      @BindMethods Scope scope,
      List<String> orgIds,
      @BindMethods TimeRange range,
      @BindMethods Least least);

  /** Period by period, several times as fast; {@code period} is for {@code date_trunc}. */
  @PlannedForValues
  @SqlQuery(
      """
      SELECT active.active_users, range.after AS start_time, range.before AS end_time
        FROM generate_series(date_trunc(:period, :after AT TIME ZONE 'UTC'),
                             :before AT TIME ZONE 'UTC' - interval '1 microsecond',
                             ('1 ' || :period)::interval) AS period (begins)
       CROSS JOIN LATERAL (SELECT greatest(begins AT TIME ZONE 'UTC', :after) AS after,
                                  least((begins + ('1 ' || :period)::interval) AT TIME ZONE 'UTC', :before) AS before) AS range
       CROSS JOIN LATERAL (SELECT count(*) AS active_users FROM (SELECT FROM
      """
          + DEEDS_OF_PERIOD
          + "GROUP BY user_id "
          + ACTIVE
          + ") AS human) AS active ORDER BY start_time")
  List<Activity> activeBy(
      String period,
      @BindMethods Scope scope,
      List<String> orgIds,
      @BindMethods TimeRange range,
      @BindMethods Least least);

  /** An address is opened if any session opened it; joins sessions if filtered. */
  @PlannedForValues
  @SqlQuery(
      """
      SELECT count(*) FILTER (WHERE NOT taken_over) AS prs_created_count,
             count(*) FILTER (WHERE NOT taken_over AND state = 'open') AS prs_opened_count,
             count(*) FILTER (WHERE NOT taken_over AND state = 'closed') AS prs_closed_count,
             count(*) FILTER (WHERE NOT taken_over AND state = 'merged') AS prs_merged_count,
             count(*) FILTER (WHERE taken_over) AS prs_taken_over_count,
             count(*) FILTER (WHERE taken_over AND state = 'open') AS prs_taken_over_opened_count,
             count(*) FILTER (WHERE taken_over AND state = 'closed') AS prs_taken_over_closed_count,
             count(*) FILTER (WHERE taken_over AND state = 'merged') AS prs_taken_over_merged_count
        FROM (SELECT bool_and(p.taken_over) AS taken_over,
                     CASE WHEN bool_or(p.state = 'merged') THEN 'merged'
                          WHEN bool_or(p.state = 'closed') THEN 'closed' ELSE 'open' END AS state
                FROM pull_request p LEFT JOIN session s ON s.session_id = p.session_id
               WHERE p.account_id = :accountId AND (:orgId::text IS NULL OR p.org_id = :orgId)
                 AND (cardinality(:orgIds::text[]) = 0 OR p.org_id = ANY (:orgIds))
                 AND p.found_at >= :after AND p.found_at < :before
      """
          + OF_SESSION
          + " GROUP BY p.pr_url) AS found")
  PullRequestCounts pullRequests(
      @BindMethods Scope scope, @BindMethods MetricsFilter filter, @BindMethods TimeRange range);

  /** By joins, which may spill to disk. */
  @PlannedForValues
  @SqlQuery(
      """
      SELECT s.origin, session_size(s.acus_consumed) AS size, count(*) AS created,
             count(s.playbook_id) AS with_playbook, count(searched.session_id) AS with_search,
             count(merged.session_id) AS merged, sum(s.acus_consumed) AS acus
        FROM session s
        LEFT JOIN (SELECT DISTINCT session_id FROM search_made
                    WHERE account_id = :accountId AND session_id IS NOT NULL) AS searched
               ON searched.session_id = s.session_id
        LEFT JOIN (SELECT DISTINCT session_id FROM pull_request
                    WHERE account_id = :accountId AND found_at >= :after AND state = 'merged') AS merged
               ON merged.session_id = s.session_id
      """
          + MADE
          + OF_SESSION
          + " GROUP BY 1, 2")
  List<SessionCounts.Part> sessions(
      @BindMethods Scope scope, @BindMethods MetricsFilter filter, @BindMethods TimeRange range);

  @PlannedForValues
  @SqlQuery(
      """
      SELECT s.category, coalesce(nullif(s.subcategory, ''), 'Other') AS display_name,
             count(*) AS sessions, sum(s.acus_consumed) AS acus
        FROM session s
      """
          + MADE
          + OF_SESSION
          + """
              AND s.category IS NOT NULL
            GROUP BY 1, 2
            ORDER BY s.category COLLATE "C", display_name
          """)
  List<CategoryCounts.Part> categories(
      @BindMethods Scope scope, @BindMethods MetricsFilter filter, @BindMethods TimeRange range);

  @SqlQuery("SELECT now()")
  Instant now();

  @PlannedForValues
  @SqlQuery("SELECT count(*) FROM session s " + MADE + OF_SESSION)
  long sessionCount(
      @BindMethods Scope scope, @BindMethods MetricsFilter filter, @BindMethods TimeRange range);

  /** How many searches each of these humans made; those who made none are left out. */
  @SqlQuery(
      """
      SELECT s.user_id, count(*) AS searches FROM search_made s
       WHERE s.account_id = :accountId AND s.user_id = ANY (:users)
       GROUP BY s.user_id
      """)
  List<Searched> searchesOf(AccountId accountId, List<String> users);

  record Searched(String userId, long searches) {}

  @PlannedForValues
  @SqlQuery("SELECT count(*) FROM search_made s " + MADE + WHOSE)
  long searches(
      @BindMethods Scope scope, @BindMethods MetricsFilter filter, @BindMethods TimeRange range);
}
