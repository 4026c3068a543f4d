package io.agentservice.server.engine.setups;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SetupSql {
  /** Its agent has done its work, or it is over. */
  String HAS_ENDED =
      "(e.status IN ('EXIT', 'ERROR') OR e.status_detail = 'FINISHED' OR e.prior_detail = 'FINISHED')";

  /** Whether the organization lives; it can't be deleted until the transaction ends. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM organization WHERE org_id = :orgId AND deleted_at IS NULL FOR SHARE)
      """)
  boolean hold(OrgId orgId);

  /** In the place of an earlier one of the repository. */
  @SqlUpdate(
      """
      INSERT INTO repository_setup (account_id, org_id, host, repo_path, pull_repo_commands,
                                    update_dependencies_commands, run_lint_commands, run_project_commands, repo_note,
                                    session_id)
      VALUES (:accountId, :orgId, :host, :path, :pullRepoCommands, :updateDependenciesCommands, :runLintCommands,
              :runProjectCommands, :repoNote, :sessionId)
      ON CONFLICT (org_id, host, md5(repo_path)) DO UPDATE
         SET pull_repo_commands = excluded.pull_repo_commands,
             update_dependencies_commands = excluded.update_dependencies_commands,
             run_lint_commands = excluded.run_lint_commands, run_project_commands = excluded.run_project_commands,
             repo_note = excluded.repo_note, session_id = excluded.session_id, updated_at = now()
      """)
  void keep(
      @BindMethods Scope scope,
      String host,
      String path,
      @BindMethods RepositorySetup setup,
      SessionId sessionId);

  /** Until its end is told. */
  @SqlUpdate(
      "INSERT INTO repository_setup_run (session_id, repository) VALUES (:sessionId, :repository)")
  void begun(SessionId sessionId, String repository);

  /**
   * Takes some that have ended, skipping locked ones. Sessions are looked up one by one: a join's
   * old plan would read all.
   */
  @SqlQuery(
      """
      DELETE FROM repository_setup_run r
       USING session s
       WHERE s.session_id = r.session_id
         AND r.session_id = ANY (ARRAY(
               SELECT d.session_id FROM repository_setup_run d
                WHERE (SELECT
      """
          + HAS_ENDED
          + """
                             FROM session e WHERE e.session_id = d.session_id)
                    LIMIT :most
                      FOR UPDATE SKIP LOCKED))
          RETURNING s.account_id, s.org_id, r.repository, s.session_id
          """)
  List<Ended> takeEnded(int most);

  /** Takes some that nobody has touched for so many days. */
  @SqlUpdate(
      """
      DELETE FROM repository_setup_run
       WHERE session_id = ANY (ARRAY(
               SELECT d.session_id FROM repository_setup_run d
                WHERE (SELECT e.updated_at < now() - make_interval(days => :days) AND
      """
          + HAS_ENDED
          + """
                                  IS NOT TRUE
                             FROM session e WHERE e.session_id = d.session_id)
                    LIMIT :most
                      FOR UPDATE SKIP LOCKED))
          """)
  int forgetUnfinished(int days, int most);

  @SqlUpdate("DELETE FROM repository_setup WHERE org_id = :orgId")
  void erase(OrgId orgId);

  record Ended(AccountId accountId, OrgId orgId, String repository, SessionId sessionId) {}
}
