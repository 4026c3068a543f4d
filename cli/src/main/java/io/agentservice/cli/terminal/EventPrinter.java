package io.agentservice.cli.terminal;

import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows a session's events to a person: what the agent says, does and gets, long output cut. */
public final class EventPrinter {
  private static final int HEAD_LINES = 4;
  private static final int TAIL_LINES = 6;
  private static final int WIDTH = 160;
  private static final String INDENT = "    ";

  private final PrintWriter out;
  private final Colours colours;

  /** Calls that the model has made and that were not begun yet, by id. */
  private final Map<String, JsonObject> calls = new HashMap<>();

  /** What the model said last, to be shown once. */
  private String lastSaid = "";

  EventPrinter(PrintWriter out, Colours colours) {
    this.out = out;
    this.colours = colours;
  }

  /** Prints one event of {@code GET .../events}; those that mean nothing to people are left out. */
  void print(JsonObject told) {
    var event = PlainText.of(told); // models, commands and people wrote what is in it
    var data = event.object("data");
    switch (String.valueOf(event.text("type"))) {
      case "status" -> status(data);
      case "machine_attached" ->
          say(colours.dim("on " + data.text("platform") + " in " + data.text("cwd")));
      case "user_message" -> said("user", data.text("text"));
      case "agent_message" -> once("agent", "", data.text("text"));
      case "model_turn" -> data.objects("parts").forEach(this::part);
      case "model_away" -> say(colours.red(modelAway(data)));
      case "context_shortened" ->
          say(colours.dim("service: old messages are shown to the model in short from here on"));
      case "context_summarized" ->
          say(colours.dim("service: the model goes on with a summary of its work"));
      case "tool_intent" -> {
        calls.remove(data.text("call_id"));
        intent(String.valueOf(data.text("tool")), data.object("input"));
      }
      case "tool_result" -> {
        refused(calls.remove(data.text("call_id")), data);
        result(data);
      }
      case "repository_checkout" ->
          say(colours.dim("checks out " + data.text("repository") + " of " + data.text("address")));
      case "repository_ready" -> repository(data);
      case "repository_unavailable" -> say(colours.red(String.valueOf(data.text("reason"))));
      case "repository_skipped" -> say(colours.dim(String.valueOf(data.text("reason"))));
      case "divergence" -> say(colours.red("differs from the recording: " + data.text("text")));
      case "nudge", "network_policy" -> say(colours.dim("service: " + data.text("text")));
      case "guardrail" ->
          say(
              colours.red(
                  "guardrail %s (%s): %s"
                      .formatted(
                          data.text("guardrail_name"),
                          data.text("action"),
                          data.text("reasoning"))));
      case "waiting" -> once("agent asks", "waits for an answer", data.text("message"));
      case "finished" -> once("done", "see above", data.text("summary"));
      case "limit_reached", "suspended", "failure" ->
          say(colours.red(event.text("type") + ": " + data.text("reason")));
      default -> {
        // created, message_queued and what newer services tell: no news for a person.
      }
    }
    out.flush();
  }

  private void status(JsonObject data) {
    var detail = data.text("status_detail");
    say(colours.dim("session is " + data.text("status") + (detail == null ? "" : ", " + detail)));
  }

  private void repository(JsonObject data) {
    var branch = data.text("branch");
    var commit = data.text("commit");
    say(
        colours.dim(
            "%s is in %s%s%s"
                .formatted(
                    data.text("repository"),
                    data.text("directory"),
                    branch == null ? "" : ", on " + branch,
                    commit == null ? "" : ", at " + commit)));
    data.list("notes").forEach(note -> say(colours.red("  " + note)));
  }

  private static String modelAway(JsonObject data) {
    var tries = data.text("most_tries");
    var left = data.text("left_millis");
    return "model away: %s; try %s%s in %s%s"
        .formatted(
            data.text("reason"),
            data.text("next_try"),
            tries == null ? "" : " of " + tries,
            seconds(data.number("wait_millis", 0)),
            left == null ? "" : ", giving up in " + seconds(data.number("left_millis", 0)));
  }

  private void part(JsonObject part) {
    var text = part.text("text");
    var id = part.text("id");
    if ("text".equals(part.text("type")) && text != null && !text.isBlank()) {
      said("agent", text);
      lastSaid = text.strip();
    } else if ("tool_use".equals(part.text("type")) && id != null) {
      calls.put(id, part);
    }
  }

  /** What the model has just said in plain text is not repeated as an event. */
  private void once(String who, String instead, @Nullable String text) {
    if (text == null || !text.strip().equals(lastSaid)) {
      said(who, text);
    } else if (!instead.isEmpty()) {
      said(who, instead);
    }
    lastSaid = "";
  }

  /** A call that failed before it was begun is shown as any other. */
  private void refused(@Nullable JsonObject call, JsonObject result) {
    if (call == null || !result.isTrue("error")) {
      return;
    }
    var tool = String.valueOf(call.text("name"));
    switch (tool) {
      case "message", "finish", "ask" -> say(colours.cyan("  " + tool));
      default -> intent(tool, call.object("input"));
    }
  }

  /** What it says twice, in a call and as an event, is shown as the event. */
  private void intent(String tool, JsonObject input) {
    switch (tool) {
      case "bash" -> block("$ ", input.text("command"));
      case "message", "finish", "ask" -> {}
      case "browser" -> say(colours.cyan("  browser " + browserCall(input)));
      default -> {
        var path = input.text("path");
        say(colours.cyan("  " + tool + (path == null ? "" : " " + path)));
      }
    }
  }

  private static String browserCall(JsonObject input) {
    return Stream.of("action", "url", "selector", "text", "key", "path")
        .map(input::text)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "));
  }

  private void block(String mark, @Nullable String text) {
    var first = true;
    for (var line : Objects.requireNonNullElse(text, "(no command)").lines().toList()) {
      say(colours.cyan("  " + (first ? mark : " ".repeat(mark.length())) + line));
      first = false;
    }
  }

  private void result(JsonObject data) {
    boolean failed = data.isTrue("error");
    var exit = data.text("exit_code");
    if (exit == null && !failed) {
      return; // a file was read or changed, a message was sent
    }
    var text =
        String.join(
            "\n",
            data.objects("content").stream()
                .map(part -> String.valueOf(part.text("text")))
                .toList());
    // The last line of a command's result tells the model what we tell below.
    var lines = text.lines().filter(line -> !line.equals("[exit code " + exit + "]")).toList();
    shorten(lines).forEach(line -> say(colours.dim(INDENT + line)));
    if (exit != null) {
      var line = INDENT + "exit " + exit + ", " + seconds(data.number("duration_millis", 0));
      say(exit.equals("0") ? colours.green(line) : colours.red(line));
    }
  }

  /** The beginning and the end of long output, and how much is left out between. */
  public static List<String> shorten(List<String> lines) {
    int left = lines.size() - HEAD_LINES - TAIL_LINES;
    if (left > 1) {
      var head = lines.subList(0, HEAD_LINES);
      var tail = lines.subList(lines.size() - TAIL_LINES, lines.size());
      lines =
          Stream.of(head, List.of("... " + left + " lines"), tail).flatMap(List::stream).toList();
    }
    return lines.stream().map(EventPrinter::cut).toList();
  }

  private static String cut(String line) {
    int left = line.length() - WIDTH;
    return left > 0 ? "%s... %,d characters".formatted(line.substring(0, WIDTH), left) : line;
  }

  private void said(String who, @Nullable String text) {
    if (text == null || text.isBlank()) {
      return;
    }
    say("");
    boolean first = true;
    for (var line : text.strip().lines().toList()) {
      say(first ? colours.bold(who + ": ") + line : "  " + line);
      first = false;
    }
  }

  private void say(String line) {
    out.println(line);
  }

  /** Like {@code 0.4 s}, {@code 12 s}, {@code 3 min 20 s}. */
  public static String seconds(long millis) {
    if (millis < 10_000) {
      return "%.1f s".formatted(millis / 1000.0);
    }
    long seconds = Math.round(millis / 1000.0);
    return seconds < 120 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }
}
