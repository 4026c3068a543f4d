package io.agentservice.server.identity.roles;

import io.agentservice.server.base.auth.RoleType;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.RoleId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface RoleSql {
  String SELECT =
      "SELECT role_id, name, role_type, permissions, created_at FROM role WHERE account_id = :accountId";

  /** Behind a role's name and id, from the beginning when they are null; of a type, or of all. */
  @SqlQuery(
      SELECT
          + """
             AND (:type::text IS NULL OR role_type = :type)
             AND (:name::text IS NULL OR (name COLLATE "C", role_id) > (:name, :roleId))
           ORDER BY name COLLATE "C", role_id
           LIMIT :limit
          """)
  List<Role> page(
      AccountId accountId,
      @Nullable RoleType type,
      @Nullable String name,
      @Nullable String roleId,
      int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM role
       WHERE account_id = :accountId AND (:type::text IS NULL OR role_type = :type)
      """)
  long count(AccountId accountId, @Nullable RoleType type);

  @SqlQuery(SELECT + " AND role_id = :roleId")
  Optional<Role> find(AccountId accountId, RoleId roleId);

  /** Keeps it as it is to the end of the transaction: who is given it is given what was checked. */
  @SqlQuery(SELECT + " AND role_id = :roleId FOR SHARE")
  Optional<Role> hold(AccountId accountId, String roleId);

  @SqlQuery(SELECT + " AND role_id = :roleId FOR UPDATE")
  Optional<Role> lock(AccountId accountId, RoleId roleId);

  /** One change of the account's roles at a time, so that names stay different. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lockAll(AccountId accountId);

  @SqlQuery("SELECT role_id FROM role WHERE account_id = :accountId AND name = :name")
  Optional<String> named(AccountId accountId, String name);

  /** Whether a living human, a service user or a group has it. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM role_assignment r JOIN member m ON m.member_id = r.principal_id
                      WHERE r.role_id = :roleId AND m.account_id = :accountId AND m.deleted_at IS NULL)
      """)
  boolean inUse(AccountId accountId, RoleId roleId);

  @SqlUpdate(
      """
      INSERT INTO role (role_id, account_id, name, role_type, permissions)
      VALUES (:roleId, :accountId, :name, :type, :permissions)
      """)
  void insert(
      RoleId roleId, AccountId accountId, String name, RoleType type, List<String> permissions);

  @SqlUpdate(
      """
      UPDATE role SET name = :name, permissions = :permissions
       WHERE account_id = :accountId AND role_id = :roleId
      """)
  void update(AccountId accountId, RoleId roleId, String name, List<String> permissions);

  @SqlUpdate("DELETE FROM role WHERE account_id = :accountId AND role_id = :roleId")
  void delete(AccountId accountId, RoleId roleId);
}
