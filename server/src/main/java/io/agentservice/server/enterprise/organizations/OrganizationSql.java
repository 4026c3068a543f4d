package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface OrganizationSql {
  String LIVING = " FROM organization WHERE account_id = :accountId AND deleted_at IS NULL ";

  String SELECT =
      "SELECT org_id, name, max_session_acu_limit, max_cycle_acu_limit, created_at, updated_at"
          + LIVING;

  @SqlQuery(
      SELECT
          + """
             AND (:beforeTime::timestamptz IS NULL OR (created_at, org_id) < (:beforeTime, :beforeId))
           ORDER BY created_at DESC, org_id DESC
           LIMIT :limit OFFSET :offset
          """)
  List<Organization> page(AccountId accountId, @BindMethods Window window);

  @SqlQuery("SELECT count(*)" + LIVING)
  long count(AccountId accountId);

  /** Those without a human are left out. */
  @SqlQuery(
      """
      SELECT r.org_id, count(*) FILTER (WHERE r.role_id = :adminRole) AS admins, count(*) AS humans
        FROM role_assignment r JOIN human h ON h.user_id = r.principal_id
       WHERE h.account_id = :accountId AND h.deleted_at IS NULL AND r.org_id = ANY (:orgIds)
       GROUP BY r.org_id
      """)
  List<Organization.Staff> staff(AccountId accountId, List<String> orgIds, String adminRole);

  @SqlQuery(SELECT + " AND org_id = :orgId")
  Optional<Organization> find(AccountId accountId, OrgId orgId);

  /** To the end of the transaction; rows that refer to it don't wait. */
  @SqlQuery(SELECT + " AND org_id = :orgId FOR NO KEY UPDATE")
  Optional<Organization> lock(AccountId accountId, OrgId orgId);

  /** One change of the account's organizations and members at a time. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lockAll(AccountId accountId);

  @SqlQuery("SELECT org_id" + LIVING + " AND lower(name) = lower(:name)")
  Optional<OrgId> named(AccountId accountId, String name);

  @SqlUpdate(
      """
      INSERT INTO organization (org_id, account_id, name, max_session_acu_limit, max_cycle_acu_limit)
      VALUES (:orgId, :accountId, :name, :maxSession, :maxCycle)
      """)
  void insert(
      OrgId orgId,
      AccountId accountId,
      String name,
      @Nullable Integer maxSession,
      @Nullable Integer maxCycle);

  @SqlUpdate(
      """
      UPDATE organization
         SET name = :name, max_session_acu_limit = :maxSessionAcuLimit, max_cycle_acu_limit = :maxCycleAcuLimit,
             updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void update(AccountId accountId, @BindMethods Organization organization);

  /** Whether a human or a service user of elsewhere administers the account himself. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM role_assignment r JOIN member m ON m.member_id = r.principal_id
                      WHERE r.org_id IS NULL AND r.role_id = :adminRole AND m.account_id = :accountId
                        AND m.kind <> 'idp_group'
                        AND m.deleted_at IS NULL AND m.home_org_id IS DISTINCT FROM :orgId)
      """)
  boolean hasAdminBesides(AccountId accountId, OrgId orgId, String adminRole);

  @SqlUpdate(
      """
      UPDATE organization SET deleted_at = now(), updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void delete(AccountId accountId, OrgId orgId);
}
