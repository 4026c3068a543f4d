package io.agentservice.server.agent.terminals;

import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.engine.sessions.parts.Session;

/** Knows where the terminals of a session are. */
@FunctionalInterface
interface Desk {
  /** As that person sees them. It throws when the machine is nowhere. */
  Terminals of(Session session, String person);
}
