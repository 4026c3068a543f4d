package io.agentservice.server.agent.replay;

import io.agentservice.server.agent.loop.tools.Waits;
import io.agentservice.server.engine.machine.MachineLostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Waits in a replay: nobody writes, and nothing sleeps. */
record ReplayWaits(InstantSource clock) implements Waits {
  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public boolean messageComes(Duration atMost) {
    try {
      Thread.sleep(atMost);
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new MachineLostException("interrupted");
    }
  }

  @Override
  public void sleep(Sleep sleep) {
    // It is waited for with the machine.
  }

  @Override
  public boolean slept() {
    return false;
  }
}
