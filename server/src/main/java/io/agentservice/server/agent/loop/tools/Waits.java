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

  /**
   * Has the session sleep until then, without its machine; does not return then. Returns where the
   * wait is short, or the machine has something that would be lost.
   *
   * @param waitFor {@code time} or {@code message}
   */
  void sleep(String waitFor, Instant until);

  /** Whether it has slept in this call already: it is awake since that is over. */
  boolean slept();
}
