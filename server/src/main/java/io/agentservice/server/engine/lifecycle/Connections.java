package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;

/** The remotes of this node; told after the commit. */
public interface Connections {
  /** Tells the remotes of this epoch and earlier ones, and closes with 4000. */
  void end(SessionId session, long epoch, Status status);

  /** The agent is to look at the session's log now: a person has interrupted it. */
  void interrupt(SessionId session);

  /** Closes the remotes of this epoch and earlier ones with 4403. */
  void revoke(SessionId session, long epoch);
}
