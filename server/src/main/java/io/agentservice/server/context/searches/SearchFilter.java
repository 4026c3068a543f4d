package io.agentservice.server.context.searches;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list's filter; empty and null: any. {@code part} of the query, in any case. */
public record SearchFilter(
    List<String> orgIds,
    List<String> userIds,
    List<String> serviceUserIds,
    List<String> repoNames,
    List<String> origins,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore,
    @Nullable String part) {}
