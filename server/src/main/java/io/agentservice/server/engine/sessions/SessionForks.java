package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.sessions.attachments.SessionAttachments;
import io.agentservice.server.engine.sessions.parts.NewSession.Prepared;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.List;

/** Makes sessions of others (design/web.md 7.2). */
public final class SessionForks {
  private final SessionCreation creation;
  private final SessionAttachments attachments;

  SessionForks(SessionCreation creation, SessionAttachments attachments) {
    this.creation = creation;
    this.attachments = attachments;
  }

  /**
   * One whose log goes on where that of another was after these events, by their numbers; it has
   * its attachments, too.
   */
  public Session fork(Session from, List<Long> events, Prepared prepared, Caller caller) {
    var id = Id.create(SessionId.class);
    return creation.create(
        id,
        from.orgId(),
        prepared,
        caller,
        tx -> {
          attachments.share(tx, from.sessionId(), id);
          if (EventLog.copy(tx, from.sessionId(), events, id) < events.size()) {
            throw Problem.conflict("session_gone", "The session is being erased", null).exception();
          }
        });
  }
}
