package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.children.Children;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.outposts.GrantedHosts;
import io.agentservice.server.engine.pullrequests.PullRequests;

/** Erases the sessions of an organization that is gone, once the queue has forgotten them. */
final class SessionErasure implements Belongings {
  private static final int AT_ONCE = 20;

  @Override
  public Left erase(Tx tx, OrgId org) {
    var sql = tx.on(SessionErasureSql.class);
    var sessions = sql.forgotten(org, AT_ONCE);
    if (!sessions.isEmpty()) {
      if (Left.after(EventLog.erase(tx, sessions, MOST)) == Left.MORE
          || Left.after(Messages.erase(tx, sessions, MOST)) == Left.MORE) {
        return Left.MORE; // a session may have a log of many thousand events
      }
      PullRequests.erase(tx, sessions);
      Approvals.erase(tx, sessions);
      Children.erase(tx, sessions);
      GrantedHosts.erase(tx, sessions);
      sql.erase(sessions);
    }
    if (sessions.size() == AT_ONCE) {
      return Left.MORE;
    }
    return sql.anyLeft(org) ? Left.HELD : Left.NOTHING;
  }
}
