package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Status;
import io.agentservice.server.engine.lifecycle.Status.Detail;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;

/** A session, and how it came to stand where it does. */
public record SessionHistory(Session session, State state) {

  /**
   * Where it stands, and how it came there; read at once, so that all of it fits together.
   *
   * @param priorDetail the detail before it last left {@code RUNNING}
   * @param resumed whether it runs again since less than a minute
   * @param askedByPage whether the last request that put it to sleep or woke it came from the web
   *     app
   * @param endedByItself whether it exited at the end of its idle time
   * @param ownerEmail null for a service principal, and for a human without one
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
