package io.agentservice.server.sessions;

import io.agentservice.server.ids.SessionId;

/**
 * The remotes that are connected to this node; told after the commit of a change that concerns
 * them.
 */
public interface Connections {
  /**
   * The session is over or asleep: tell the remote, then close with 4000. Nothing when it is not
   * connected here.
   */
  void end(SessionId session, Status status);

  /** The claim is gone: close with 4403. Nothing when it is not connected here. */
  void revoke(SessionId session);
}
