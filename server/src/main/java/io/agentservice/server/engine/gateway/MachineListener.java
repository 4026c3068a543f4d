package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;

/**
 * Hears when a session has a machine on this node. Calls for one session come one at a time and in
 * order: {@code attached} and {@code detached} alternate. They hold up only that session's
 * connections.
 */
public interface MachineListener {

  /**
   * The session's remote is connected and has been welcomed.
   *
   * @param connection the number that {@link GatewaySessions#connected} gave
   */
  void attached(SessionId session, long epoch, long connection, Machine machine);

  /**
   * The machine given to {@code attached} is gone; its calls throw already. Comes on the
   * connection's own thread, never on one that called {@link Gateway} or the machine.
   */
  void detached(SessionId session, long epoch);
}
