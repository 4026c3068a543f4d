package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.Loops;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds remotes that are connected to this node while no loop drives their session, at two looks in
 * a row: their session would wait in silence. Their connection is ended; they connect again, and
 * with that a loop begins.
 */
public final class LoopCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LoopCheck.class);

  private final Gateway gateway;
  private final Loops loops;
  private Set<SessionId> before = Set.of();

  public LoopCheck(Gateway gateway, Loops loops) {
    this.gateway = gateway;
    this.loops = loops;
  }

  /** One look; to be called by one thread. */
  public void run() {
    var undriven = new HashSet<>(gateway.attached());
    undriven.removeAll(Set.copyOf(loops.sessions()));
    for (SessionId session : undriven) {
      if (before.contains(session)) {
        LOG.warn("no loop for a connected session, it has to connect again session={}", session);
        gateway.drop(session);
      }
    }
    before = undriven;
  }
}
