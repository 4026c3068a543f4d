package io.agentservice.server.agent.loop.log;

import io.agentservice.server.agent.loop.log.LoopEvent.UserMessage;
import java.util.List;

/** What people write, for tests. */
public final class Messages {
  private Messages() {}

  /** One with a text alone. */
  public static UserMessage plain(String eventId, String text, String username) {
    return new UserMessage(eventId, text, username, List.of(), List.of());
  }
}
