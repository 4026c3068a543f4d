package io.agentservice.server.agent.desk;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;

/** Asks machines that are connected to this server. */
@FunctionalInterface
public interface MachineAnswers {
  /** Blocks, at the longest until the connection ends. */
  MachineAnswer answer(SessionId session, Machine machine, MachineQuestion question)
      throws InterruptedException;
}
