package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;

public final class PullRequests {
  private PullRequests() {}

  /** True when new; {@code takenOver}: pushed to another's. */
  public static boolean found(Tx tx, SessionId session, String url, boolean takenOver) {
    return tx.on(PullRequestSql.class).insert(session, url, takenOver) > 0;
  }

  /** Its host says how it stands now; a change is one of the session's record, too. */
  public static void stands(
      Tx tx, Scope scope, SessionId session, String url, PullRequest.State state) {
    var _ = tx.on(PullRequestSql.class).state(scope, session, url, state.word());
  }

  /** The pull requests of sessions that are erased with them. */
  public static void erase(Tx tx, List<SessionId> sessions) {
    tx.on(PullRequestSql.class).erase(sessions);
  }
}
