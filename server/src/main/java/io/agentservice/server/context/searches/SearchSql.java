package io.agentservice.server.context.searches;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.PlannedForValues;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SearchId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface SearchSql {
  String COLUMNS =
      """
      search_id, org_id, query, repo_names, origin, status, result_count, user_id, service_user_id, session_id, created_at,
      completed_at
      """;

  /** Filters that are not asked for are folded away by the plan. */
  String FILTER =
      """
        FROM search s
       WHERE s.account_id = :accountId
         AND (:orgId::text IS NULL OR s.org_id = :orgId)
         AND (:orgId::text IS NOT NULL
              OR NOT EXISTS (SELECT FROM organization o WHERE o.org_id = s.org_id AND o.deleted_at IS NOT NULL))
         AND (cardinality(:orgIds::text[]) = 0 OR s.org_id = ANY (:orgIds))
         AND (cardinality(:userIds::text[]) = 0 OR s.user_id = ANY (:userIds))
         AND (cardinality(:serviceUserIds::text[]) = 0 OR s.service_user_id = ANY (:serviceUserIds))
         AND (cardinality(:repoNames::text[]) = 0 OR s.repo_names && :repoNames::text[])
         AND (cardinality(:origins::text[]) = 0 OR s.origin = ANY (:origins))
         AND (:createdAfter::timestamptz IS NULL OR s.created_at >= :createdAfter)
         AND (:createdBefore::timestamptz IS NULL OR s.created_at < :createdBefore)
         AND (:part::text IS NULL OR strpos(lower(s.query), lower(:part)) > 0)
      """;

  String PAGE =
      """
         AND (:beforeTime::timestamptz IS NULL OR (s.created_at, s.search_id) < (:beforeTime, :beforeId))
       ORDER BY s.created_at DESC, s.search_id DESC
       LIMIT :limit
      """;

  @PlannedForValues
  @SqlQuery("SELECT octet_length(s.query) + octet_length(s.repo_names::text) " + FILTER + PAGE)
  List<Long> sizes(
      @BindMethods Scope scope, @BindMethods SearchFilter filter, @BindMethods Window window);

  @PlannedForValues
  @SqlQuery("SELECT " + COLUMNS + FILTER + PAGE)
  List<Search> list(
      @BindMethods Scope scope, @BindMethods SearchFilter filter, @BindMethods Window window);

  @PlannedForValues
  @SqlQuery("SELECT count(*) FROM (SELECT " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @BindMethods SearchFilter filter, long most);

  @SqlQuery(
      """
      INSERT INTO search (search_id, account_id, org_id, query, repo_names, origin, status, result_count, user_id,
                          service_user_id, completed_at)
      VALUES (:searchId, :accountId, :orgId, :query, :repoNames, :origin, 'completed', :resultCount, :userId,
              :serviceUserId, now())
      RETURNING
      """
          + COLUMNS)
  Search insert(
      SearchId searchId, @BindMethods Scope scope, @BindMethods Made made, int resultCount);

  @SqlUpdate(
      """
      DELETE FROM search
       WHERE search_id IN (SELECT search_id FROM search WHERE org_id = :orgId LIMIT :most)
      """)
  int erase(OrgId orgId, int most);

  /** What was asked, and by whom; nobody for an agent. */
  record Made(
      String query,
      List<String> repoNames,
      String origin,
      @Nullable String userId,
      @Nullable String serviceUserId) {}
}
