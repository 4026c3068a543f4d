package io.agentservice.server.identity.members;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.UserId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface IdpGroupSql {
  /** Those that were not there yet; each takes the id in the same place. */
  @SqlQuery(
      """
      INSERT INTO idp_group (group_id, account_id, name)
      SELECT n.group_id, :accountId, n.name FROM unnest(:ids::text[], :names::text[]) AS n (group_id, name)
      ON CONFLICT (account_id, name) DO NOTHING
      RETURNING name
      """)
  List<String> insert(AccountId accountId, List<String> ids, List<String> names);

  /** Whether it holds a role, or somebody is in it. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM role_assignment r WHERE r.principal_id = g.group_id)
             OR EXISTS (SELECT FROM idp_group_member m WHERE m.group_id = g.group_id)
        FROM idp_group g WHERE g.account_id = :accountId AND g.group_id = :id
      """)
  boolean inUse(AccountId accountId, String id);

  @SqlUpdate("DELETE FROM idp_group WHERE account_id = :accountId AND group_id = :id")
  void delete(AccountId accountId, String id);

  @SqlQuery(
      """
      SELECT name FROM idp_group WHERE account_id = :accountId AND name = ANY (:names)
       ORDER BY name COLLATE "C"
      """)
  List<String> registered(AccountId accountId, List<String> names);

  @SqlUpdate(
      """
      DELETE FROM idp_group_member m USING idp_group g
       WHERE g.group_id = m.group_id AND g.account_id = :accountId AND m.user_id = :userId
         AND NOT g.name = ANY (:names)
      """)
  void leaveOthers(AccountId accountId, UserId userId, List<String> names);

  @SqlUpdate(
      """
      INSERT INTO idp_group_member (user_id, group_id)
      SELECT :userId, g.group_id FROM idp_group g WHERE g.account_id = :accountId AND g.name = ANY (:names)
      ON CONFLICT DO NOTHING
      """)
  void join(AccountId accountId, UserId userId, List<String> names);
}
