package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;

/** Writes what is found out about the pull requests of sessions. */
public final class PullRequests {
  private PullRequests() {}

  /**
   * The session has a pull request; true when that is new.
   *
   * @param url as of {@link PullRequest#addressesIn}
   * @param takenOver whether it pushed to one that others opened
   */
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
