package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Status;
import io.agentservice.server.engine.lifecycle.Status.Detail;
import org.jspecify.annotations.Nullable;

/** A session with what only earlier versions of the API show of it (api-legacy.md 2.2). */
public record OlderSession(Session session, State state) {

  /**
   * Where it stands, and how it came there; read at once, so that all of it fits together.
   *
   * @param priorDetail the detail before it last left {@code RUNNING}
   * @param resumed whether it runs again since less than a minute
   * @param askedByPage whether the last request that put it to sleep or woke it came from the web
   *     app
   * @param endedByItself whether it exited at the end of its idle time
   * @param owner user or service user, or the key of a nameless one; null: of a session that is
   *     older than this
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
      @Nullable String snapshotId,
      @Nullable String owner,
      @Nullable String ownerEmail) {}
}
