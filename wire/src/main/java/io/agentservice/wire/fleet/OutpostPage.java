package io.agentservice.wire.fleet;

import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of outposts, by name (completions.md 5). */
@Json(naming = Json.Naming.LowerUnderscore)
public record OutpostPage(
    List<Outpost> items, @Nullable String endCursor, boolean hasNextPage, long total) {}
