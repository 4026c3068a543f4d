package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.queue.Entry.Phase;
import org.jspecify.annotations.Nullable;

/** Which entries of an account a list wants; null: any. */
public record EntryFilter(
    AccountId accountId,
    @Nullable OutpostId outpostId,
    @Nullable Phase phase,
    @Nullable String acceptorId) {}
