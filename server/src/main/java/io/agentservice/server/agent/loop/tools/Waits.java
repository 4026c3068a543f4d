package io.agentservice.server.agent.loop.tools;

import java.time.Duration;
import java.time.Instant;

/** What a tool that waits is given by the loop. */
public interface Waits {
  /** By the clock that all servers share. */
  Instant now();

  /**
   * Whether a person's message is there, or comes within the time; throws when the loop is to end.
   */
  boolean messageComes(Duration atMost);
}
