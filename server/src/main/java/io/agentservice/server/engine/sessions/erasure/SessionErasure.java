package io.agentservice.server.engine.sessions.erasure;

import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.children.Children;
import io.agentservice.server.engine.guardrails.Violations;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.outposts.GrantedHosts;
import io.agentservice.server.engine.pullrequests.PullRequests;
import java.util.List;

/** Erases the sessions of an organization that is gone, once the queue has forgotten them. */
public final class SessionErasure implements Belongings {
  static final int AT_ONCE = 20;

  @Override
  public Left erase(Tx tx, OrgId org) {
    var sql = tx.on(SessionErasureSql.class);
    var sessions = sql.forgotten(org, AT_ONCE);
    boolean gone = erase(tx, sessions);
    if (!gone || sessions.size() == AT_ONCE) {
      return Left.MORE;
    }
    return sql.anyLeft(org) ? Left.HELD : Left.NOTHING;
  }

  /** A piece of them, with all that is theirs; true when nothing of them is left. */
  static boolean erase(Tx tx, List<SessionId> sessions) {
    if (sessions.isEmpty()) {
      return true;
    }
    if (Left.after(EventLog.erase(tx, sessions, MOST)) == Left.MORE
        || Left.after(Messages.erase(tx, sessions, MOST)) == Left.MORE) {
      return false; // a session may have a log of many thousand events
    }
    PullRequests.erase(tx, sessions);
    Approvals.erase(tx, sessions);
    Children.erase(tx, sessions);
    GrantedHosts.erase(tx, sessions);
    Violations.erase(tx, sessions);
    tx.on(SessionErasureSql.class).erase(sessions);
    return true;
  }
}
