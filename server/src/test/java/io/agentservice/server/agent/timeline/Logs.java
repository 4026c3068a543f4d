package io.agentservice.server.agent.timeline;

import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A log in memory that counts the rows that are read of it. */
public final class Logs implements TurnReader.Log {
  private static final SessionId SESSION = Id.create(SessionId.class);

  private final List<Event> events = new ArrayList<>();
  int rows;

  /** Appends; answers the number of the event. */
  long add(LoopEvent event) {
    events.add(event(events.size() + 1, event));
    return events.size();
  }

  /** Appends an event of another feature. */
  long add(String type, String data) {
    events.add(new Event(SESSION, events.size() + 1, 1, type, data, Instant.EPOCH));
    return events.size();
  }

  long last() {
    return events.size();
  }

  List<Event> events() {
    return events;
  }

  /** An answer of the model that calls commands, each of which ends well. */
  void turn(String... commands) {
    var calls = new ArrayList<Part>();
    for (String command : commands) {
      calls.add(bash("c" + events.size() + "-" + calls.size(), command));
    }
    add(answer(calls.toArray(Part[]::new)));
    for (Part call : calls) {
      var use = (Part.ToolUse) call;
      add(new LoopEvent.ToolIntent(use.id(), "cmd-" + use.id(), "bash", use.input(), null, null));
      add(result(use.id(), 0, "out of " + use.input().path("command").asString("")));
    }
  }

  public static Event event(long seq, LoopEvent event) {
    return new Event(
        SESSION, seq, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
  }

  public static LoopEvent intent(String callId, String tool, @Nullable JsonNode facts) {
    var input = JsonMapper.shared().createObjectNode();
    return new LoopEvent.ToolIntent(callId, "cmd-" + callId, tool, input, facts, null);
  }

  public static LoopEvent.ModelTurn answer(Part... parts) {
    return new LoopEvent.ModelTurn(
        List.of(parts),
        Stop.TOOL_USE,
        new Usage(100, 20, 300, 40),
        "model",
        new BigDecimal("0.5"),
        1200,
        null,
        null);
  }

  public static Part.ToolUse bash(String id, String command) {
    return call(id, "bash", "{\"command\":%s}".formatted(Json.MAPPER.writeValueAsString(command)));
  }

  public static Part.ToolUse call(String id, String tool, String input) {
    return new Part.ToolUse(id, tool, Json.MAPPER.readTree(input));
  }

  public static LoopEvent.ToolResult result(String id, int exit, String text) {
    return new LoopEvent.ToolResult(
        id, List.of(new Part.Text(text + "\n[exit code " + exit + "]")), false, exit, 700, 0, null);
  }

  @Override
  public EventLog.Part before(long seq, int limit) {
    int to = (int) Math.min(Math.max(seq - 1, 0), events.size());
    int from = Math.max(0, to - limit);
    rows += to - from;
    return new EventLog.Part(events.subList(from, to), from > 0);
  }

  @Override
  public EventLog.Part after(long seq, int limit) {
    int from = (int) Math.min(Math.max(seq, 0), events.size());
    int to = Math.min(events.size(), from + limit);
    rows += to - from;
    return new EventLog.Part(events.subList(from, to), to < events.size());
  }
}
