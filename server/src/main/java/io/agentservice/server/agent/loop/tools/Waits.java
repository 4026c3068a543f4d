package io.agentservice.server.agent.loop.tools;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

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
   */
  void sleep(Sleep sleep);

  /**
   * What is slept for.
   *
   * @param waitFor {@code time}, {@code message} or {@code child}
   * @param sessions of which one is to rest, when it is {@code child}
   * @param atOnce also when it is short: who is waited for may need the machine
   */
  record Sleep(String waitFor, Instant until, List<String> sessions, boolean atOnce) {
    public Sleep {
      sessions = List.copyOf(sessions);
    }
  }

  /** Whether it has slept in this call already: it is awake since that is over. */
  boolean slept();
}
