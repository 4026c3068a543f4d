package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;

/** A claim whose deadline has passed. */
public record Lapsed(SessionId sessionId, Instant claimDeadline) {}
