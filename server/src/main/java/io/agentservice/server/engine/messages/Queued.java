package io.agentservice.server.engine.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The beginning of a message that waits for the agent, which has so many characters in all. */
public record Queued(
    String eventId,
    String beginning,
    long characters,
    Instant createdAt,
    @Nullable String userId,
    @Nullable String username) {}
