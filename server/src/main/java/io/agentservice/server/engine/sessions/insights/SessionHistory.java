package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;

/** A session, and how it came to stand where it does. */
public record SessionHistory(Session session, State state) {

  /**
   * Read at once, to be consistent.
   *
   * @param priorDetail before it last left {@code RUNNING}
   * @param resumed runs again since less than a minute
   * @param askedByPage last suspended or woken by the web app
   * @param endedByItself exited at the end of its idle time
   * @param ownerEmail may be null
   */
  public record State(
      SessionId sessionId,
      Status status,
      @Nullable Detail detail,
      @Nullable Detail priorDetail,
      boolean resumed,
      boolean askedByPage,
      boolean endedByItself,
      @Nullable String ownerEmail) {}
}
