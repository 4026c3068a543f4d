package io.agentservice.server.queue;

import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.queue.Entry.SessionState;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a living entry. A claimed one gets a deadline a full claim time from now, never
 * an earlier one than it has; a pending one has none.
 *
 * @param acceptorId null exactly when pending
 * @param removed leaves a tombstone
 */
public record EntryChange(
    AccountId account,
    SessionId session,
    Phase phase,
    @Nullable String acceptorId,
    Kind kind,
    SessionState sessionState,
    boolean removed) {}
