package io.agentservice.cli.acp;

import io.agentservice.cli.terminal.ApprovalText;
import io.agentservice.cli.terminal.Fence;
import io.agentservice.cli.terminal.PlainText;
import io.agentservice.client.sessions.EventData;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.wire.text.Cut;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls of tools as editors show them.
 *
 * @param directory where the session works
 */
record ToolCalls(Path directory) {
  /** What they do is told as messages and plans. */
  private static final Set<String> SPEECH = Set.of("message", "ask", "finish", "plan");

  /** Fields of a tool's input, of which the first tells people what the call is about. */
  private static final List<String> ABOUT =
      List.of("path", "url", "query", "pattern", "name", "job", "title", "action");

  private static final int TITLE = 100;
  private static final int MOST = 20_000;

  static boolean isSpeech(EventData.Tool tool) {
    return SPEECH.contains(tool.name());
  }

  /** The update that tells of it. {@code status}: pending or in_progress. */
  JsonObject begun(String id, EventData.Tool tool, String status) {
    var input = tool.input();
    return JsonObject.of(
        "sessionUpdate",
        "tool_call",
        "toolCallId",
        id,
        "title",
        title(tool),
        "kind",
        kind(tool.name()),
        "status",
        status,
        "content",
        content(tool),
        "locations",
        locations(input),
        "rawInput",
        input.toJson().length() > MOST ? null : input);
  }

  /** The update that says that it is carried out now. */
  static JsonObject goesOn(String id) {
    return JsonObject.of(
        "sessionUpdate", "tool_call_update", "toolCallId", id, "status", "in_progress");
  }

  /**
   * The update that says what came of it.
   *
   * @param showsMore whether the call itself shows more than a result that is no failure
   */
  static JsonObject ended(String id, EventData.ToolResult result, boolean showsMore) {
    var exit = result.exitCode();
    boolean failed = result.error() || (exit != null && exit != 0);
    return JsonObject.of(
        "sessionUpdate",
        "tool_call_update",
        "toolCallId",
        id,
        "status",
        failed ? "failed" : "completed",
        "content",
        showsMore && !failed ? null : List.of(text(String.join("\n", result.texts()))));
  }

  /** What somebody is to decide about: all of it, with marks for what hides. */
  JsonObject asked(EventData.ApprovalRequested request) {
    var tool = request.tool();
    var lines = ApprovalText.request(tool, request.rules(), request.unclear());
    var whole = JsonObject.of("type", "text", "text", Fence.around(String.join("\n", lines)));
    return JsonObject.of(
        "toolCallId",
        Objects.requireNonNullElse(request.callId(), String.valueOf(request.approvalId())),
        "title",
        title(tool),
        "kind",
        kind(tool.name()),
        "status",
        "pending",
        "content",
        List.of(JsonObject.of("type", "content", "content", whole))); // no raw input: see Visible
  }

  static boolean showsChange(EventData.Tool tool) {
    return tool.name().equals("edit");
  }

  private static String title(EventData.Tool tool) {
    var input = tool.input();
    var command = input.text("command");
    var about = ABOUT.stream().map(input::text).filter(Objects::nonNull).findFirst();
    var title =
        tool.name().equals("bash") && command != null
            ? command.strip()
            : tool.name() + about.map(text -> " " + text).orElse("");
    var line = PlainText.line(title);
    return line.length() > TITLE ? Cut.to(TITLE, line) + "…" : line;
  }

  private static String kind(String tool) {
    return switch (tool) {
      case "bash", "job_input", "job_stop" -> "execute";
      case "edit" -> "edit";
      case "view", "list", "job_output", "job_list", "read_note", "read_skill", "read_session" ->
          "read";
      case "search", "search_repositories", "search_tools" -> "search";
      case "fetch", "browser" -> "fetch";
      default -> "other";
    };
  }

  /** Null for a call that says nothing of files. */
  private @Nullable List<JsonObject> locations(JsonObject input) {
    var path = absolute(input);
    return path == null
        ? null
        : List.of(JsonObject.of("path", path, "line", input.numberOrNull("start_line")));
  }

  private @Nullable String absolute(JsonObject input) {
    var path = input.text("path");
    try {
      return path == null || path.startsWith("~") ? null : directory.resolve(path).toString();
    } catch (InvalidPathException _) {
      return null;
    }
  }

  /** What an edit replaces; null where that is not to be seen in the call. */
  private @Nullable List<JsonObject> content(EventData.Tool tool) {
    var path = absolute(tool.input());
    if (!showsChange(tool) || path == null) {
      return null;
    }
    var patch = tool.input().text("patch");
    if (patch != null) {
      return List.of(text(patch));
    }
    var edits = new ArrayList<JsonObject>();
    Stream.concat(Stream.of(tool.input()), tool.input().objects("edits").stream())
        .filter(edit -> edit.text("new_text") != null)
        .forEach(edit -> edits.add(change(path, edit)));
    return edits.isEmpty() ? null : edits;
  }

  private static JsonObject change(String path, JsonObject edit) {
    var old = edit.text("old_text");
    return JsonObject.of(
        "type",
        "diff",
        "path",
        path,
        "oldText",
        old == null || old.isEmpty() ? null : shortened(old),
        "newText",
        shortened(String.valueOf(edit.text("new_text"))));
  }

  private static JsonObject text(String text) {
    var block = JsonObject.of("type", "text", "text", Fence.around(shortened(text)));
    return JsonObject.of("type", "content", "content", block);
  }

  private static String shortened(String text) {
    int left = text.length() - MOST;
    return left <= 0 ? text : "%s\n... %d characters".formatted(Cut.to(MOST, text), left);
  }
}
