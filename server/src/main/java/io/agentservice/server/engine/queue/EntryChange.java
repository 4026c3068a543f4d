package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.queue.Entry.Kind;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.queue.Entry.SessionState;
import org.jspecify.annotations.Nullable;

/** {@code acceptorId} is null exactly when pending; {@code removed} leaves a tombstone. */
public record EntryChange(
    AccountId account,
    SessionId session,
    Phase phase,
    @Nullable String acceptorId,
    Kind kind,
    SessionState sessionState,
    Deadline deadline,
    boolean removed) {

  /** When a claim that is not renewed ends. */
  public enum Deadline {
    /** As before. */
    KEPT,
    /** A full claim time from now, or when it would have ended if that is later. */
    EXTENDED,
    /** As soon as the grace time of a lost connection is over. */
    GRACE
  }
}
