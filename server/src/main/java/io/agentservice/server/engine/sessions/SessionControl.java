package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;

/** How a person takes an agent's work in hand (design/web.md 7.2). */
record SessionControl(Sessions sessions, Transitions transitions, SessionLimits limits) {

  /** Row 35: the agent stops what it does, and goes on with the message, if there is one. */
  Session interrupt(
      OrgId org, SessionId sessionId, Sessions.@Nullable Said said, String origin, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          if (!session.interrupt(said != null || Messages.queued(tx, sessionId), caller)) {
            throw Problem.conflict("not_working", "The agent is not working", "Send a message")
                .exception();
          }
          if (said != null) {
            sessions.queue(tx, session, said, Attached.NONE, null, origin, caller);
          }
        });
  }

  /** Row 36: it gives up its machine until somebody wakes it, and stays in sight. */
  Session sleep(OrgId org, SessionId sessionId, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          SessionLimits.checkNotEnded(session);
          if (session.isAtRest()) {
            throw Problem.conflict(
                    "already_asleep",
                    "The session is asleep",
                    "Archive it to put it out of sight, terminate it to end it")
                .exception();
          }
          asked(tx, session, caller);
          session.sleep(Trigger.SLEEP, Detail.USER_REQUEST, caller);
        });
  }

  /** Row 37: on from where it was put to sleep, without a message. */
  Session resume(OrgId org, SessionId sessionId, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          limits.checkOpen(tx, session);
          if (session.status() != Status.SUSPENDED) {
            throw Problem.conflict("not_asleep", "The session is not asleep", "Send a message")
                .exception();
          }
          asked(tx, session, caller);
          session.resume(
              transitions.placeToWake(tx, session), Messages.queued(tx, sessionId), caller);
        });
  }

  private static void asked(Tx tx, LockedSession session, Caller caller) {
    boolean byPage = caller.principal().kind() == Principal.Kind.USER;
    tx.on(SessionSql.class).asked(session.org(), session.id(), byPage);
  }
}
