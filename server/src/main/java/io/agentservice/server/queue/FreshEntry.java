package io.agentservice.server.queue;

import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Queue.Place;

/** An entry that takes the place of whatever entry or tombstone the session had. */
public record FreshEntry(AccountId account, SessionId session, Place place, Kind kind) {}
