package io.agentservice.server.base.forges;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A repository as its host describes it.
 *
 * @param id that of the host
 * @param path {@code owner/repo}, or more segments
 * @param language the main one; null when the host does not say
 */
public record ForgeRepository(
    String id,
    String name,
    String path,
    @Nullable String description,
    @Nullable String language,
    @Nullable Instant lastUpdatedAt) {}
