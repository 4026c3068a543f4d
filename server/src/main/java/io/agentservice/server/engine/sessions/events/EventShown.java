package io.agentservice.server.engine.sessions.events;

import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.wire.text.Cut;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An event as readers decode it (completions.md 12, item 124), of any type. */
final class EventShown {
  private static final int SUMMARY = 200;

  /** So many characters of a text are looked at for its summary. */
  private static final int LOOKED_AT = 4 * SUMMARY;

  /** So many hex digits of its session's id an event's id begins with; the rest is its number. */
  private static final int OF_SESSION = 24;

  private static final HexFormat HEX = HexFormat.of();

  /** Where the words of an event stand, by preference. */
  private static final List<String> WORDS =
      List.of(
          "text",
          "message",
          "summary",
          "reason",
          "url",
          "reasoning",
          "file_name",
          "name",
          "repository",
          "job");

  private static final List<String> INPUTS =
      List.of("command", "path", "action", "url", "query", "text", "question", "name");

  private EventShown() {}

  static ObjectNode of(Event event) {
    var data = Json.MAPPER.readTree(event.data());
    return Json.MAPPER
        .createObjectNode()
        .put("seq", event.seq())
        .put("type", event.type())
        .put("created_at", event.createdAt().getEpochSecond())
        .put("event_id", id(event.sessionId(), event.seq()).value())
        .put("event_type", event.type())
        .put("category", category(event.type(), data))
        .put("direction", direction(event.type()))
        .put("summary", summary(event.type(), data))
        .set("data", data);
  }

  /** The same with its data under the name that others' clients look under. */
  static ObjectNode whole(Event event) {
    var shown = of(event);
    return shown.set("details", shown.get("data"));
  }

  /** The id of a session's event: it is reckoned, so that old events have one, too. */
  static EventId id(SessionId session, long seq) {
    String number = HEX.toHexDigits(seq, 32 - OF_SESSION);
    return Objects.requireNonNull(
        Id.parse(EventId.class, "event-" + session.hex().substring(0, OF_SESSION) + number));
  }

  /** The number of the event that an id names; 0, which none has, when it is another session's. */
  static long seq(SessionId session, EventId id) {
    String hex = id.value().substring("event-".length());
    boolean ours = hex.startsWith(session.hex().substring(0, OF_SESSION));
    return ours ? HexFormat.fromHexDigitsToLong(hex.substring(OF_SESSION)) : 0;
  }

  private static String category(String type, JsonNode data) {
    return switch (type) {
      case "user_message", "agent_message", "waiting", "finished" -> "message";
      case "tool_intent" ->
          switch (data.path("tool").asString("")) {
            case "bash" -> "command";
            case "edit", "view", "search", "list", "share_file" -> "file";
            case "browser" -> "browser";
            case "plan" -> "plan";
            case "message", "ask" -> "message";
            default -> "other";
          };
      // Only commands have a time of their own.
      case "tool_result" ->
          data.has("exit_code") || data.path("duration_millis").asLong(0) > 0 ? "command" : "other";
      case "attachment", "changes" -> "file";
      case "status",
          "approval_requested",
          "approval_answered",
          "machine_attached",
          "isolation",
          "model_away",
          "model_changed",
          "context_shortened",
          "context_summarized",
          "nudge",
          "pull_request",
          "repository_checkout",
          "repository_ready",
          "repository_unavailable",
          "repository_skipped",
          "work_begun",
          "work_saved",
          "work_restored",
          "changes_unknown",
          "instructions",
          "skill",
          "job_started",
          "interrupt",
          "message_withdrawn",
          "interrupted",
          "model_interrupted",
          "job_ended",
          "machine_released",
          "network_policy",
          "mcp_server",
          "network_denied",
          "limit_reached",
          "suspended",
          "stall",
          "notification",
          "failure" ->
          "status";
      default -> "other";
    };
  }

  private static String direction(String type) {
    return switch (type) {
      case "user_message", "approval_answered" -> "user";
      case "agent_message",
          "model_turn",
          "tool_intent",
          "approval_requested",
          "waiting",
          "finished",
          "structured_output" ->
          "agent";
      default -> "system";
    };
  }

  private static String summary(String type, JsonNode data) {
    String words =
        switch (type) {
          case "tool_intent", "approval_requested" -> called(data);
          case "approval_answered" ->
              data.path("answer").asString("").replace('_', ' ')
                  + (data.has("reason") ? ": " + data.path("reason").asString("") : "");
          case "tool_result", "model_turn" ->
              first(data.path(type.equals("model_turn") ? "parts" : "content"));
          case "status" ->
              text(data, List.of("status_detail")) == null
                  ? text(data, List.of("status"))
                  : "%s: %s"
                      .formatted(
                          data.path("status").asString(""),
                          data.path("status_detail").asString(""));
          case "changes" ->
              "%s: %d files, +%d -%d"
                  .formatted(
                      data.path("directory").asString(""),
                      data.path("files").asLong(0),
                      data.path("insertions").asLong(0),
                      data.path("deletions").asLong(0));
          default -> text(data, WORDS);
        };
    String line = words == null ? "" : oneLine(words);
    return line.isEmpty() ? type.replace('_', ' ') : line;
  }

  /** The tool, and what it was called with. */
  private static @Nullable String called(JsonNode data) {
    String tool = data.path("tool").asString("");
    String input = text(data.path("input"), INPUTS);
    return input == null ? tool : tool + ": " + Cut.to(LOOKED_AT, input);
  }

  private static @Nullable String first(JsonNode parts) {
    return parts
        .valueStream()
        .filter(part -> part.path("type").asString("text").equals("text"))
        .flatMap(part -> Stream.ofNullable(text(part, List.of("text"))))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String text(JsonNode node, List<String> names) {
    return names.stream()
        .map(node::path)
        .filter(value -> value.isString() && !value.stringValue().isBlank())
        .map(JsonNode::stringValue)
        .findFirst()
        .orElse(null);
  }

  private static String oneLine(String text) {
    String line = Cut.to(LOOKED_AT, text.strip()).replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= SUMMARY
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SUMMARY - 1)) + "\u2026";
  }
}
