package io.agentservice.server.identity.members;

import io.agentservice.server.base.auth.RoleType;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.RoleId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface MemberSql {
  String SELECT =
      """
      SELECT m.member_id, m.email, m.name, m.home_org_id, m.created_at, m.deleted_at,
             (SELECT CASE WHEN bool_or(k.expires_at IS NULL) THEN NULL ELSE max(k.expires_at) END
                FROM api_key k
               WHERE k.principal_id = m.member_id AND k.revoked_at IS NULL
                 AND (k.expires_at IS NULL OR k.expires_at > now())) AS expires_at
        FROM member m
       WHERE m.account_id = :accountId AND m.kind = :kind
      """;

  /** In an organization those who have a role there. */
  String FILTER =
      """
         AND (:holding <> 'BY_GROUP'
              OR EXISTS (SELECT FROM held_role r
                          WHERE r.principal_id = m.member_id AND r.group_id IS NOT NULL
                            AND (:orgId::text IS NULL OR r.org_id = :orgId)))
         AND (:holding <> 'DIRECT'
              OR EXISTS (SELECT FROM role_assignment r
                          WHERE r.principal_id = m.member_id AND (:orgId::text IS NULL OR r.org_id = :orgId))
              OR :orgId::text IS NULL
                 AND NOT EXISTS (SELECT FROM held_role r WHERE r.principal_id = m.member_id))
         AND (:holding <> 'AT_HOME' OR m.home_org_id = :orgId)
         AND (:email::text IS NULL OR lower(m.email) = lower(:email))
         AND (m.deleted_at IS NULL AND (m.kind <> 'service_user'
                  OR coalesce((SELECT bool_or(k.expires_at IS NULL OR k.expires_at > now())
                                 FROM api_key k WHERE k.principal_id = m.member_id AND k.revoked_at IS NULL), true))
              OR m.kind = 'service_user' AND :includeInactive)
      """;

  @SqlQuery(
      SELECT
          + FILTER
          + """
             AND (:beforeTime::timestamptz IS NULL OR (m.created_at, m.member_id) < (:beforeTime, :beforeId))
           ORDER BY m.created_at DESC, m.member_id DESC
           LIMIT :limit OFFSET :offset
          """)
  List<Member.Row> page(
      @BindMethods Scope scope,
      String kind,
      @BindMethods MemberFilter filter,
      @BindMethods Window window);

  @SqlQuery(
      "SELECT count(*) FROM (SELECT FROM member m WHERE m.account_id = :accountId AND m.kind = :kind"
          + FILTER
          + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, String kind, @BindMethods MemberFilter filter, long most);

  /** Groups by name, behind one (null: from the beginning), or behind a name when that is gone. */
  @SqlQuery(
      SELECT
          + FILTER
          + """
             AND (:groupId::text IS NULL
                  OR m.name COLLATE "C" > coalesce((SELECT g.name FROM idp_group g
                                                     WHERE g.account_id = :accountId AND g.group_id = :groupId), :name))
           ORDER BY m.name COLLATE "C"
           LIMIT :limit
          """)
  List<Member.Row> groups(
      @BindMethods Scope scope,
      String kind,
      @BindMethods MemberFilter filter,
      @Nullable String groupId,
      @Nullable String name,
      int limit);

  /** A living one by what paths call him. */
  @SqlQuery(SELECT + " AND m.named_by = :id AND m.deleted_at IS NULL")
  Optional<Member.Row> find(@BindMethods Scope scope, String kind, String id);

  /** A deleted one too, to be shown once more. */
  @SqlQuery(SELECT + " AND m.member_id = :id")
  Member.Row evenDeleted(@BindMethods Scope scope, String kind, String id);

  /** The scope's assignments of these members, those through groups too. */
  @SqlQuery(
      """
      SELECT r.principal_id, r.org_id, r.role_id, c.name AS role_name, c.role_type, g.name AS group_name
        FROM held_role r
        LEFT JOIN idp_group g ON g.group_id = r.group_id AND g.account_id = :accountId
        LEFT JOIN role c ON c.role_id = r.role_id AND c.account_id = :accountId
       WHERE r.principal_id = ANY (:ids) AND (:orgId::text IS NULL OR r.org_id = :orgId)
       ORDER BY r.org_id COLLATE "C" NULLS FIRST, g.name COLLATE "C"
      """)
  List<AssignmentRow> assignments(@BindMethods Scope scope, List<String> ids);

  /** An assignment as stored; of a human himself when there is no group. */
  record AssignmentRow(
      String principalId,
      @Nullable OrgId orgId,
      RoleId roleId,
      @Nullable String roleName,
      @Nullable RoleType roleType,
      @Nullable String groupName) {}

  @SqlQuery(
      """
      SELECT r.principal_id, r.org_id, r.role_id, NULL AS role_name, NULL AS role_type, NULL AS group_name
        FROM role_assignment r JOIN human h ON h.user_id = r.principal_id
       WHERE r.principal_id = ANY (:ids) AND r.org_id IS NULL AND h.account_id = :accountId
      """)
  List<AssignmentRow> accountRoles(AccountId accountId, List<String> ids);

  /** One change of the account's members at a time. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lockAll(AccountId accountId);

  /** In the organization, or in the account when it is null. */
  String HERE =
      " WHERE principal_id = :id AND (org_id = :orgId OR :orgId::text IS NULL AND org_id IS NULL) ";

  @SqlQuery("SELECT role_id FROM role_assignment " + HERE)
  Optional<RoleId> roleOf(String id, @Nullable OrgId orgId);

  @SqlUpdate(
      "INSERT INTO role_assignment (principal_id, org_id, role_id) VALUES (:id, :orgId, :roleId)")
  void assign(String id, @Nullable OrgId orgId, RoleId roleId);

  @SqlUpdate("UPDATE role_assignment SET role_id = :roleId " + HERE)
  void reassign(String id, @Nullable OrgId orgId, RoleId roleId);

  @SqlUpdate("DELETE FROM role_assignment WHERE principal_id = :id AND org_id = :orgId")
  void unassign(String id, OrgId orgId);

  @SqlUpdate("DELETE FROM role_assignment WHERE org_id = :orgId")
  void unassignIn(OrgId orgId);

  @SqlUpdate(
      """
      DELETE FROM role_assignment
       WHERE principal_id = (SELECT group_id FROM idp_group WHERE account_id = :accountId AND group_id = :id)
      """)
  void unassignAll(AccountId accountId, String id);

  /** Whether another living human or service user has the role of the account himself. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM role_assignment r JOIN member m ON m.member_id = r.principal_id
                      WHERE r.org_id IS NULL AND r.role_id = :roleId AND r.principal_id <> :id
                        AND m.account_id = :accountId AND m.kind <> 'idp_group' AND m.deleted_at IS NULL)
      """)
  boolean anotherHas(AccountId accountId, String roleId, String id);

  @SqlQuery(
      """
      SELECT user_id FROM human
       WHERE account_id = :accountId AND lower(email) = lower(:email) AND deleted_at IS NULL
      """)
  Optional<String> userOf(AccountId accountId, String email);

  @SqlUpdate("INSERT INTO human (user_id, account_id, email) VALUES (:id, :accountId, :email)")
  void insertUser(String id, AccountId accountId, String email);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM service_user
                      WHERE account_id = :accountId AND name = :name AND deleted_at IS NULL
                        AND (org_id = :orgId OR :orgId::text IS NULL AND org_id IS NULL))
      """)
  boolean serviceUserNamed(@BindMethods Scope scope, String name);

  @SqlUpdate(
      """
      INSERT INTO service_user (service_user_id, account_id, org_id, name)
      VALUES (:id, :accountId, :orgId, :name)
      """)
  void insertServiceUser(String id, @BindMethods Scope scope, String name);

  @SqlUpdate(
      """
      WITH gone AS (
        UPDATE human SET deleted_at = now() WHERE account_id = :accountId AND user_id = :id RETURNING user_id
      )
      DELETE FROM idp_group_member m USING gone WHERE m.user_id = gone.user_id
      """)
  void deleteUser(AccountId accountId, String id);

  @SqlUpdate(
      """
      UPDATE service_user SET deleted_at = now()
       WHERE account_id = :accountId AND service_user_id = :id
      """)
  void deleteServiceUser(AccountId accountId, String id);

  /** All of an organization; answers who they were. */
  @SqlQuery(
      """
      UPDATE service_user SET deleted_at = now()
       WHERE org_id = :orgId AND deleted_at IS NULL
      RETURNING service_user_id
      """)
  List<String> deleteServiceUsersOf(OrgId orgId);
}
