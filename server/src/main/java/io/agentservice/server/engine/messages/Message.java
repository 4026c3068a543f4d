package io.agentservice.server.engine.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message of a session (sessions.md 4). {@code position} orders the messages of the installation.
 */
public record Message(
    String eventId,
    String source,
    String message,
    Instant createdAt,
    @Nullable String origin,
    @Nullable String userId,
    @Nullable String username,
    String delivery,
    long position) {}
