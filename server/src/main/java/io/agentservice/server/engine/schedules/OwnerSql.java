package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.ScheduleId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Whether those for whom schedules act may still do so. */
interface OwnerSql {
  String OWNERS =
      """
      SELECT DISTINCT s.account_id, s.org_id, coalesce(s.owned_by, s.created_by) AS owner, s.run_as_user_id AS run_as
        FROM schedule s
      """;

  /** A role of a living member that counts in the organization. */
  String ROLE =
      """
      SELECT FROM held_role r
        JOIN member m ON m.member_id = r.principal_id AND m.account_id = o.account_id AND m.deleted_at IS NULL
        LEFT JOIN role c ON c.account_id = o.account_id AND c.role_id = r.role_id
       WHERE (r.org_id IS NULL OR r.org_id = o.org_id)
      """;

  /** Whether the owner, or the human, has lost the needed permissions. */
  String GONE =
      " (NOT EXISTS ("
          + ROLE
          + " AND r.principal_id = o.owner AND (r.role_id = ANY (:managers) OR c.permissions && :managing::text[]))"
          + " OR o.run_as IS NOT NULL AND NOT EXISTS ("
          + ROLE
          + " AND r.principal_id = o.run_as AND (r.role_id = ANY (:users) OR c.permissions && :using::text[]))"
          + " OR o.run_as IS NOT NULL AND o.run_as <> o.owner AND NOT EXISTS ("
          + ROLE
          + " AND r.principal_id = o.owner AND (r.role_id = ANY (:actors) OR c.permissions && :acting::text[]))) ";

  /** Roles and permissions to keep schedules, to use sessions, and to act for another. */
  record Rights(
      List<String> managers,
      List<String> managing,
      List<String> users,
      List<String> using,
      List<String> actors,
      List<String> acting) {
    static final Rights NEEDED =
        new Rights(
            BuiltinRole.granting(Permission.MANAGE_ORG_SCHEDULES),
            Permission.names(Permission.MANAGE_ORG_SCHEDULES.implying()),
            BuiltinRole.granting(Permission.USE_AGENT_SESSIONS),
            Permission.names(Permission.USE_AGENT_SESSIONS.implying()),
            BuiltinRole.granting(Permission.IMPERSONATE_ORG_SESSIONS),
            Permission.names(Permission.IMPERSONATE_ORG_SESSIONS.implying()));
  }

  @SqlQuery(
      "SELECT "
          + GONE
          + " FROM ("
          + OWNERS
          + " WHERE s.account_id = :accountId AND s.org_id = :orgId AND s.schedule_id = :scheduleId) o")
  boolean isGone(@BindMethods Scope scope, ScheduleId scheduleId, @BindMethods Rights rights);

  /** Some that would run one day, of all accounts; those that others have in hand are left out. */
  @SqlQuery(
      ScheduleSql.SELECT
          + """
           WHERE s.next_run_at IS NOT NULL
             AND (s.account_id, s.org_id, coalesce(s.owned_by, s.created_by), coalesce(s.run_as_user_id, '')) IN (
                 SELECT o.account_id, o.org_id, o.owner, coalesce(o.run_as, '') FROM (
          """
          + OWNERS
          + " WHERE s.next_run_at IS NOT NULL) o WHERE "
          + GONE
          + """
                 )
             AND NOT EXISTS (SELECT FROM organization g WHERE g.org_id = s.org_id AND g.deleted_at IS NOT NULL)
           LIMIT :most FOR UPDATE OF s SKIP LOCKED
          """)
  List<Schedule> lockWithoutOwner(@BindMethods Rights rights, int most);

  @SqlUpdate(
      """
      UPDATE schedule SET is_enabled = false, paused_reason = :reason, next_run_at = NULL,
             updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId AND schedule_id = :scheduleId
      """)
  void pause(@BindMethods Scope scope, ScheduleId scheduleId, String reason);
}
