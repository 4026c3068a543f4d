package io.agentservice.server.base.forges;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record ForgeRepository(
    String id,
    String name,
    String path,
    @Nullable String description,
    @Nullable String language,
    @Nullable Instant lastUpdatedAt) {}
