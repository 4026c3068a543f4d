package io.agentservice.wire.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of outposts, by name (completions.md 5). */
public record OutpostPage(
    List<Outpost> items, @Nullable String endCursor, boolean hasNextPage, long total) {}
