package io.agentservice.server.engine.setups;

import io.agentservice.server.base.auth.Scope;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SetupSql {
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
      String sessionId);
}
