package io.agentservice.server.agent.driver.models;

import io.agentservice.llm.http.Network;
import io.agentservice.server.base.outside.OutsideHosts;

/**
 * Where registered models are asked: an organization's address leads to nothing of the operator's.
 */
public final class OutsideNetwork {
  private OutsideNetwork() {}

  public static Network of(OutsideHosts hosts) {
    return host -> {
      try {
        return hosts.lookup(host);
      } catch (OutsideHosts.ClosedException e) {
        throw new Network.ClosedException(String.valueOf(e.getMessage()));
      }
    };
  }
}
