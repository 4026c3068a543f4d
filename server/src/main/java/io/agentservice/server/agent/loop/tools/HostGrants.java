package io.agentservice.server.agent.loop.tools;

/** How a session comes to hosts that its network policy does not allow. */
@FunctionalInterface
public interface HostGrants {
  /** After a person has agreed; twice is as once. False: there are too many. */
  boolean allow(String host);
}
