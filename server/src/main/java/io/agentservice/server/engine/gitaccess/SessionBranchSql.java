package io.agentservice.server.engine.gitaccess;

import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SessionBranchSql {
  String OF = " session_id = :sessionId AND host = :host AND path = :path ";

  /** What a session has pushed to refs of a repository. */
  @SqlQuery(
      "SELECT ref, commit_id FROM session_branch WHERE" + OF + "AND accepted AND ref = ANY (:refs)")
  List<Pushed> pushed(
      SessionId sessionId, @BindMethods RepositoryAddress address, Collection<String> refs);

  @SqlQuery("SELECT DISTINCT ref FROM session_branch WHERE" + OF + "AND accepted ORDER BY ref")
  List<String> refs(SessionId sessionId, @BindMethods RepositoryAddress address);

  /** The host has it. */
  @SqlUpdate(
      """
      INSERT INTO session_branch (session_id, host, path, ref, commit_id, accepted)
      VALUES (:sessionId, :host, :path, :ref, :commit, true)
      ON CONFLICT (session_id, host, path, ref, commit_id) DO UPDATE SET accepted = true
      """)
  void accepted(
      SessionId sessionId, @BindMethods RepositoryAddress address, String ref, String commit);

  record Pushed(String ref, String commitId) {}
}
