package io.agentservice.server.enterprise.limits;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface LimitSql {
  /** Those of the settings stand before those of organizations. */
  String ALL =
      """
      FROM (SELECT 'org' AS scope, l.cycle_acu_limit, l.org_id, l.created_at, l.org_id AS id
              FROM acu_limit l WHERE l.account_id = :accountId
            UNION ALL
            SELECT 'user', :ofOwner, NULL, timestamptz '9999-01-01', 'user' WHERE :ofOwner > 0
            UNION ALL
            SELECT 'enterprise', :ofAccount, NULL, timestamptz '9999-01-02', 'enterprise' WHERE :ofAccount > 0) AS l
      """;

  @SqlQuery(
      "SELECT scope, cycle_acu_limit, org_id, created_at, id "
          + ALL
          + """
           WHERE (:beforeTime::timestamptz IS NULL OR (created_at, id) < (:beforeTime, :beforeId))
           ORDER BY created_at DESC, id DESC
           LIMIT :limit
          """)
  List<AcuLimit> page(AccountId accountId, int ofAccount, int ofOwner, @BindMethods Window window);

  @SqlQuery("SELECT count(*) " + ALL)
  long count(AccountId accountId, int ofAccount, int ofOwner);

  /** Locks the organization, so that it is not deleted meanwhile; empty without it. */
  @SqlQuery(
      """
      SELECT org_id FROM organization
       WHERE account_id = :accountId AND org_id = :orgId AND deleted_at IS NULL FOR NO KEY UPDATE
      """)
  Optional<OrgId> lock(AccountId accountId, OrgId orgId);

  @SqlQuery("SELECT cycle_acu_limit FROM acu_limit WHERE org_id = :orgId")
  Optional<Integer> limit(OrgId orgId);

  @SqlUpdate(
      """
      INSERT INTO acu_limit (org_id, account_id, cycle_acu_limit) VALUES (:orgId, :accountId, :acus)
      ON CONFLICT (org_id) DO UPDATE SET cycle_acu_limit = excluded.cycle_acu_limit
      """)
  void set(AccountId accountId, OrgId orgId, int acus);

  @SqlUpdate("DELETE FROM acu_limit WHERE org_id = :orgId")
  int remove(OrgId orgId);

  /** One change of the account's groups and organizations at a time. */
  @SqlQuery("SELECT account_id FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  String lockAll(AccountId accountId);

  @SqlQuery(
      """
      SELECT g.name, g.max_cycle_acus,
             array(SELECT m.org_id FROM organization_group_member m
                    WHERE m.account_id = g.account_id AND m.name = g.name ORDER BY m.position) AS org_ids
        FROM organization_group g
       WHERE g.account_id = :accountId
       ORDER BY g.name COLLATE "C"
      """)
  List<Group> groups(AccountId accountId);

  /** A group of organizations; {@code maxCycleAcus} null: no limit. */
  record Group(String name, @Nullable Integer maxCycleAcus, List<String> orgIds) {}

  /** Their members go with them. */
  @SqlUpdate("DELETE FROM organization_group WHERE account_id = :accountId")
  void removeGroups(AccountId accountId);

  @SqlUpdate(
      """
      INSERT INTO organization_group (account_id, name, max_cycle_acus)
      VALUES (:accountId, :name, :maxCycleAcus)
      """)
  void insertGroup(AccountId accountId, String name, @Nullable Integer maxCycleAcus);

  @SqlUpdate(
      """
      INSERT INTO organization_group_member (account_id, name, org_id, position)
      SELECT :accountId, :name, m.org_id, m.nth
        FROM unnest(:orgIds::text[]) WITH ORDINALITY AS m(org_id, nth)
      """)
  void insertMembers(AccountId accountId, String name, List<String> orgIds);

  @SqlUpdate("DELETE FROM organization_group_member WHERE org_id = :orgId")
  void leaveGroup(OrgId orgId);

  /** Those of the ids that are organizations of the account. */
  @SqlQuery(
      """
      SELECT org_id FROM organization
       WHERE account_id = :accountId AND deleted_at IS NULL AND org_id = ANY (:orgIds)
      """)
  Set<String> known(AccountId accountId, List<String> orgIds);
}
