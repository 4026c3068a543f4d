package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.queue.Entry.Kind;

/** An entry that takes the place of whatever entry or tombstone the session had. */
public record FreshEntry(AccountId account, SessionId session, Place place, Kind kind) {}
