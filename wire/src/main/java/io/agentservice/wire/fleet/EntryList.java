package io.agentservice.wire.fleet;

import io.avaje.jsonb.Json;
import java.util.List;

/** One page of the queue (interface.md 4.10); the next list or watch goes on at {@code cursor}. */
@Json(naming = Json.Naming.LowerUnderscore)
public record EntryList(List<QueueEntry> items, String cursor, boolean hasNextPage, long total) {}
