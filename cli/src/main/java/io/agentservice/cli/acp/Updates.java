package io.agentservice.cli.acp;

import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session's events as the updates that an editor shows. For one thread at a time. */
final class Updates {
  private static final String SAID = "agent_message_chunk";

  private final ToolCalls tools;
  private final Written written = new Written();

  /** Calls that the editor knows of and that are not over, by id. */
  private final Map<String, EventData.Tool> open = new HashMap<>();

  private final List<JsonObject> found = new ArrayList<>();

  /** What the model said last, to be shown once. */
  private String lastSaid = "";

  /** What the editor shows by itself; null for nothing. */
  private @Nullable String sent;

  /** Of the last update: the editor joins texts that follow each other. */
  private String kind = "";

  Updates(ToolCalls tools) {
    this.tools = tools;
  }

  /** The editor has sent this message, and shows it already. */
  void sent(String text) {
    sent = PlainText.of(text);
  }

  /** What an event tells people; nothing for most. */
  List<JsonObject> of(SessionEvent told) {
    found.clear();
    // models, commands and people wrote what is in it
    var event = SessionEvent.of(PlainText.of(told.source()));
    switch (event.data()) {
      case EventData.UserMessage(var text) -> written(text);
      case EventData.Interrupted _ -> written.over();
      case EventData.Nudge _ -> written.next();
      case EventData.ModelTurn turn -> turn.parts().forEach(this::part);
      case EventData.ToolIntent(var id, var tool) -> begins(String.valueOf(id), tool);
      case EventData.ToolResult result -> ended(String.valueOf(result.callId()), result);
      case EventData.AgentMessage(var text) -> once(text);
      case EventData.Waiting(var message) -> once(message);
      case EventData.Finished(var summary) -> once(summary);
      default -> service(event.data());
    }
    return List.copyOf(found);
  }

  /** A piece of what the model is writing, which the log tells as a whole later. */
  List<JsonObject> of(JsonObject piece) {
    found.clear();
    var text = piece.text("text");
    switch (piece.text("stream")) {
      case "restart" -> anew();
      case "model" -> {
        if (text != null) {
          boolean first = !written.begun();
          goOn(written.piece(PlainText.of(text)), first);
        }
      }
      case null, default -> {} // output of a command comes with its result
    }
    return List.copyOf(found);
  }

  /** What stands there can't be taken back. */
  private void anew() {
    if (written.begun()) {
      note("the model begins its answer anew");
    }
    written.over();
  }

  /** Of what the editor has a part already. */
  private void goOn(String text, boolean first) {
    if (!text.isEmpty()) {
      var whole = first && kind.equals(SAID) ? "\n\n" + text : text;
      add(chunk(SAID, whole));
    }
  }

  private static JsonObject chunk(String kind, String text) {
    var content = JsonObject.of("type", "text", "text", text);
    return JsonObject.of("sessionUpdate", kind, "content", content);
  }

  /** What the service says, by which people understand why something is not as they expect. */
  private void service(EventData data) {
    switch (data) {
      case EventData.ModelAway away -> note("the model is away: " + away.reason());
      case EventData.ModelChanged(var model, var reason) when reason != null ->
          note("asks %s from here on: %s".formatted(model, reason));
      case EventData.NetworkDenied(var host, var port, var reason, _) ->
          note("the network policy refused %s:%d: %s".formatted(host, port, reason));
      case EventData.Guardrail(var name, var action, var reasoning) ->
          note("guardrail %s (%s): %s".formatted(name, action, reasoning));
      case EventData.McpServer server when "unavailable".equals(server.standing()) ->
          note("MCP server %s is left out: %s".formatted(server.server(), server.reason()));
      case EventData.RepositoryUnavailable(var reason) -> note(String.valueOf(reason));
      case EventData.Stall(_, var why, var next) -> note("%s %s".formatted(why, next));
      case EventData.Stopped(var reason) -> note(String.valueOf(reason));
      default -> {
        // no news for a person who looks at the editor
      }
    }
  }

  /** A text of the service beside what the agent says. */
  List<JsonObject> ofService(String text) {
    found.clear();
    note(text);
    return List.copyOf(found);
  }

  private void note(String text) {
    say(SAID, "[service: " + text + "]");
  }

  private void written(@Nullable String text) {
    if (text != null && !text.equals(sent)) {
      say("user_message_chunk", text);
    }
    sent = null;
    kind = "";
    written.over();
  }

  private void part(EventData.Part part) {
    switch (part) {
      case EventData.Said(var text) -> {
        var rest = written.answer(text);
        if (rest.equals(text)) {
          say(SAID, text);
        } else {
          goOn(rest, false);
        }
        lastSaid = text.strip();
      }
      case EventData.Thought(var text) -> say("agent_thought_chunk", text);
      case EventData.Called(_, var tool) when tool.name().equals("plan") -> plan(tool.input());
      case EventData.Called(_, var tool) when ToolCalls.isSpeech(tool) -> {}
      case EventData.Called(var id, var tool) -> call(id, tool, "pending");
    }
  }

  /** What the model has just said in plain text is not repeated as an event. */
  private void once(@Nullable String text) {
    if (text != null && !text.strip().equals(lastSaid)) {
      say(SAID, text);
    }
    lastSaid = "";
  }

  private void begins(String id, EventData.Tool tool) {
    if (open.containsKey(id)) {
      add(ToolCalls.goesOn(id));
    } else if (!ToolCalls.isSpeech(tool)) {
      call(id, tool, "in_progress");
    }
  }

  private void call(String id, EventData.Tool tool, String status) {
    open.put(id, tool);
    add(tools.begun(id, tool, status));
  }

  private void ended(String id, EventData.ToolResult result) {
    written.next();
    var tool = open.remove(id);
    if (tool != null) {
      add(ToolCalls.ended(id, result, ToolCalls.showsChange(tool)));
    }
  }

  private void plan(JsonObject input) {
    var entries =
        input.objects("items").stream()
            .filter(item -> item.text("text") != null)
            .map(Updates::entry)
            .toList();
    add(JsonObject.of("sessionUpdate", "plan", "entries", entries));
  }

  private static JsonObject entry(JsonObject item) {
    String status =
        switch (Objects.requireNonNullElse(item.text("status"), "")) {
          case "doing" -> "in_progress";
          case "done" -> "completed";
          default -> "pending";
        };
    return JsonObject.of("content", item.text("text"), "priority", "medium", "status", status);
  }

  private void say(String chunk, String text) {
    if (!text.isBlank()) {
      var whole = kind.equals(chunk) ? "\n\n" + text : text;
      add(chunk(chunk, whole));
    }
  }

  private void add(JsonObject update) {
    kind = String.valueOf(update.text("sessionUpdate"));
    found.add(update);
  }
}
