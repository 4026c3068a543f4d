package io.agentservice.server.engine.sessions;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a list wants (completions.md 7); an empty list or null: any.
 *
 * @param tags tags that it must have
 * @param tagLists texts with commas: it must have the whole as a tag, or all parts as tags
 */
public record SessionFilter(
    String accountId,
    List<String> orgIds,
    List<String> sessionIds,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore,
    @Nullable Instant updatedAfter,
    @Nullable Instant updatedBefore,
    List<String> tags,
    List<String> tagLists,
    @Nullable String playbookId,
    List<String> origins,
    @Nullable String scheduleId,
    List<String> userIds,
    List<String> serviceUserIds,
    @Nullable Boolean isArchived,
    @Nullable String category,
    List<String> repoNames,
    @Nullable String parentSessionId,
    List<String> statuses) {}
