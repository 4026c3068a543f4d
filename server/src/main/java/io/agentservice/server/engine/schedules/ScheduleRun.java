package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A time of a schedule, and what came of it.
 *
 * @param sessionId made or messaged; null with an {@code errorMessage}
 * @param droppedTags no longer allowed
 */
record ScheduleRun(
    ScheduleId scheduleId,
    Instant dueAt,
    Instant runAt,
    @Nullable SessionId sessionId,
    @Nullable String errorMessage,
    List<String> droppedTags) {
  ScheduleRun {
    droppedTags = List.copyOf(droppedTags);
  }
}
