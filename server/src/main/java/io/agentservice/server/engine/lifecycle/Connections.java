package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.ids.SessionId;

/**
 * The remotes that are connected to this node; told after the commit of a change that concerns
 * them.
 */
public interface Connections {
  /**
   * Over or asleep: tell the remotes of that epoch and earlier ones, then close with 4000. Nothing
   * when none is here.
   */
  void end(SessionId session, long epoch, Status status);

  /**
   * The claim is gone: close the remotes of that epoch and earlier ones with 4403. Nothing when
   * none is here.
   */
  void revoke(SessionId session, long epoch);
}
