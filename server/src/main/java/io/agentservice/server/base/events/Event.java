package io.agentservice.server.base.events;

import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;

/**
 * An event of a session's log.
 *
 * @param seq 1, 2, 3 … within the session
 * @param type snake_case; the reader knows its data
 * @param data a JSON object as text
 */
public record Event(
    SessionId sessionId, long seq, long epoch, String type, String data, Instant createdAt) {}
