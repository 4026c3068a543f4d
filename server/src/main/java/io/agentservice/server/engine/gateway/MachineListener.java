package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;

/** Hears of a session's machines: {@code attached} and {@code detached} alternate. */
public interface MachineListener {

  /** After the welcome; {@code connection} is from {@link GatewaySessions#connected}. */
  void attached(SessionId session, long epoch, long connection, Machine machine);

  /** Calls of the machine throw by now. On the connection's own thread. */
  void detached(SessionId session, long epoch);
}
