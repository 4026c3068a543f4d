package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On the wire (design/web.md 7.5). */
record ScheduleRunJson(
    String dueAt,
    String runAt,
    @Nullable SessionId sessionId,
    @Nullable String errorMessage,
    List<String> droppedTags) {
  static ScheduleRunJson of(ScheduleRun run) {
    return new ScheduleRunJson(
        Times.iso(run.dueAt()),
        Times.iso(run.runAt()),
        run.sessionId(),
        run.errorMessage(),
        run.droppedTags());
  }
}
