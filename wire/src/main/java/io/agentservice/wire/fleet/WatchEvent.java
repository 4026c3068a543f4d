package io.agentservice.wire.fleet;

import io.avaje.jsonb.Json;

/** One event of a watch (interface.md 6); {@code type} is {@code MODIFIED} or {@code DELETED}. */
@Json(naming = Json.Naming.LowerUnderscore)
public record WatchEvent(String type, QueueEntry object, String cursor) {}
