package io.agentservice.server.engine.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a message that waits for the agent, which has so many characters in all.
 *
 * @param prompt the session began with it, so it can't be withdrawn
 * @param attachments files and addresses that come with it
 */
public record Queued(
    String eventId,
    String beginning,
    long characters,
    Instant createdAt,
    @Nullable String userId,
    @Nullable String username,
    boolean prompt,
    int attachments) {}
