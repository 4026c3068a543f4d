package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.Loops;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends connections whose session no loop drives at two looks; the remote returns. */
public final class LoopCheck implements Feature {
  private static final Logger LOG = LoggerFactory.getLogger(LoopCheck.class);

  private final Gateway gateway;
  private final Loops loops;
  private Set<SessionId> before = Set.of();

  public LoopCheck(Gateway gateway, Loops loops) {
    this.gateway = gateway;
    this.loops = loops;
  }

  @Override
  public List<Chore> chores() {
    return List.of(Chore.everywhere("loop-check", Duration.ofSeconds(5), this::look));
  }

  /** One look; for one thread. */
  void look() {
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
