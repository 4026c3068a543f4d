package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.ids.GitPermissionId;
import io.agentservice.server.base.ids.OrgId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface GitPermissionSql {
  String SELECT =
      """
      SELECT p.git_permission_id, p.org_id, p.git_connection_id, c.host, p.kind, p.path, p.read_only, p.created_at
        FROM git_permission p JOIN git_connection c USING (git_connection_id)
      """;

  String OWN = " WHERE p.account_id = :accountId AND p.org_id = :orgId ";

  String NEWEST_FIRST = " ORDER BY p.created_at DESC, p.git_permission_id DESC ";

  /** Locks the organization's permissions; empty when it was deleted. */
  @SqlQuery(
      """
      SELECT true FROM organization
       WHERE org_id = :orgId AND deleted_at IS NULL
         FOR NO KEY UPDATE
      """)
  Optional<Boolean> lock(OrgId orgId);

  @SqlQuery(
      SELECT
          + OWN
          + """
            AND (:beforeTime::timestamptz IS NULL
                 OR (p.created_at, p.git_permission_id) < (:beforeTime, :beforeId))
          """
          + NEWEST_FIRST
          + " OFFSET :offset LIMIT :limit")
  List<GitPermission> list(@BindMethods Scope scope, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM git_permission p" + OWN + "LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, long most);

  @SqlQuery(SELECT + OWN + NEWEST_FIRST)
  List<GitPermission> all(@BindMethods Scope scope);

  @SqlQuery(SELECT + OWN + "AND p.git_permission_id = :id")
  Optional<GitPermission> find(@BindMethods Scope scope, GitPermissionId id);

  /** The connections of those ids, which stay until the end of the transaction. */
  @SqlQuery(
      """
      SELECT c.git_connection_id, c.host FROM git_connection c
       WHERE c.account_id = :accountId AND c.git_connection_id = ANY (:ids)
         FOR KEY SHARE
      """)
  List<Host> hosts(AccountId accountId, Collection<String> ids);

  @SqlUpdate(
      """
      INSERT INTO git_permission (git_permission_id, account_id, org_id, git_connection_id, kind, path, read_only)
      VALUES (:id, :accountId, :orgId, :gitConnectionId, :kind, :path, :readOnly)
      """)
  void insert(GitPermissionId id, @BindMethods Scope scope, @BindMethods GitRule rule);

  @SqlUpdate(
      "UPDATE git_permission p SET read_only = :readOnly" + OWN + "AND p.git_permission_id = :id")
  void setReadOnly(@BindMethods Scope scope, GitPermissionId id, boolean readOnly);

  @SqlUpdate("DELETE FROM git_permission p" + OWN + "AND p.git_permission_id = :id")
  void delete(@BindMethods Scope scope, GitPermissionId id);

  @SqlUpdate("DELETE FROM git_permission WHERE org_id = :orgId")
  void forget(OrgId orgId);

  /**
   * The deciding permission: the longest path, without the host, then the oldest organization, then
   * the stricter. A null {@code host} is any.
   */
  @SqlQuery(
      """
      WITH covering AS (
        SELECT p.git_permission_id,
               CASE WHEN p.kind <> 'PREFIX_PATH' OR starts_with(:path, p.path) THEN length(p.path)
                    ELSE greatest(0, length(p.path) - length(c.host) - 1) END AS matched
          FROM git_permission p JOIN git_connection c USING (git_connection_id)
         WHERE p.account_id = :accountId AND (:orgId::text IS NULL OR p.org_id = :orgId)
           AND (:host::text IS NULL OR lower(c.host) = :host)
           AND CASE p.kind WHEN 'REPO_PATH' THEN p.path = :path
                           WHEN 'GROUP_PREFIX' THEN starts_with(:path, p.path)
                           ELSE starts_with(:path, p.path) OR starts_with(c.host || '/' || :path, p.path) END
      )
      """
          + SELECT
          + """
              JOIN covering USING (git_permission_id)
              JOIN organization o ON o.org_id = p.org_id AND o.deleted_at IS NULL
             ORDER BY matched DESC, o.created_at, o.org_id, p.read_only DESC, p.created_at
             LIMIT 1
          """)
  Optional<GitPermission> covering(@BindMethods Scope scope, @Nullable String host, String path);

  /** Where a connection leads. */
  record Host(GitConnectionId gitConnectionId, String host) {}
}
