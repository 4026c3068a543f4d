package io.agentservice.server.agent.insights;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.Given;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A session's log, written by hand. */
final class LoggedSession {
  private final SessionId id = Id.create(SessionId.class);
  private final List<LoopEvent> events = new ArrayList<>();

  LoggedSession asks(String text) {
    events.add(new LoopEvent.UserMessage("event-1", text, "ann", List.of(), List.of()));
    return this;
  }

  /** What was asked for last. */
  LoggedSession withheld() {
    events.add(
        new LoopEvent.GuardrailHit(
            "event-1", "rule-1", "Rule one", "prompt", "blocked", "evidence", "reason", 1));
    return this;
  }

  LoggedSession runs(String script, int exitCode, String output) {
    return call("bash", "{\"command\":%s}".formatted(quoted(script)), exitCode, output);
  }

  LoggedSession edits(String path) {
    return call("edit", "{\"path\":%s}".formatted(quoted(path)), null, "Done.");
  }

  LoggedSession ends(LoopEvent.TurnEnd how) {
    events.add(how);
    return this;
  }

  private LoggedSession call(String tool, String input, Integer exitCode, String output) {
    String call = "call-" + events.size();
    events.add(
        new LoopEvent.ToolIntent(
            call, "event-" + events.size(), tool, JsonMapper.shared().readTree(input), null, null));
    String ending = exitCode == null ? "" : "\n[exit code " + exitCode + "]";
    events.add(
        new LoopEvent.ToolResult(
            call, List.of(new Part.Text(output + ending)), false, exitCode, 1, 0, null));
    return this;
  }

  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  Course course() {
    return Course.of(reader -> {
      long seq = 0;
      for (var event : events) {
        reader.accept(
            new Event(id, ++seq, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH));
      }
    });
  }

  /** Puts it at the end of the log of a session. */
  void writeTo(Given given, String session) {
    for (var event : events) {
      given.update(
          """
          WITH numbered AS (
            UPDATE session SET last_seq = last_seq + 1 WHERE session_id = ? RETURNING session_id, last_seq)
          INSERT INTO event (session_id, seq, epoch, type, data)
          SELECT session_id, last_seq, 1, ?, ?::jsonb FROM numbered
          """,
          session,
          LoopEvents.type(event),
          LoopEvents.data(event));
    }
  }
}
