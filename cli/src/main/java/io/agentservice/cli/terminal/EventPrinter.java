package io.agentservice.cli.terminal;

import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionEvent;
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
  private final Map<String, EventData.Tool> calls = new HashMap<>();

  /** What the model said last, to be shown once. */
  private String lastSaid = "";

  EventPrinter(PrintWriter out, Colours colours) {
    this.out = out;
    this.colours = colours;
  }

  /** Prints one event of {@code GET .../events}; those that mean nothing to people are left out. */
  void print(SessionEvent told) {
    // models, commands and people wrote what is in it
    var event = SessionEvent.of(PlainText.of(told.source()));
    switch (event.data()) {
      case EventData.Status status -> status(status);
      case EventData.MachineAttached machine -> machine(machine);
      case EventData.Isolation(_, var reason, _, _) -> isolation(reason);
      case EventData.NetworkDenied(var host, var port, var reason, _) ->
          say(colours.red("network policy refused %s:%d: %s".formatted(host, port, reason)));
      case EventData.McpServer server -> mcpServer(server);
      case EventData.Instructions known -> instructions(known);
      case EventData.Skill(var name) -> say(colours.dim("reads the skill " + name));
      case EventData.UserMessage(var text) -> said("user", text);
      case EventData.AgentMessage(var text) -> once("agent", "", text);
      case EventData.ModelTurn turn -> turn.parts().forEach(this::part);
      case EventData.ModelAway away -> say(colours.red(modelAway(away)));
      case EventData.ModelChanged changed -> say(colours.red(modelChanged(changed)));
      case EventData.ContextShortened _ ->
          service("old messages are shown to the model in short from here on");
      case EventData.ContextSummarized _ -> service("the model goes on with a summary of its work");
      case EventData.ToolIntent(var callId, var tool) -> {
        calls.remove(callId);
        intent(tool);
      }
      case EventData.ToolResult result -> {
        refused(calls.remove(result.callId()), result);
        result(result);
      }
      case EventData.RepositoryCheckout(var repository, var address) ->
          say(colours.dim("checks out " + repository + " of " + address));
      case EventData.RepositoryReady ready -> repository(ready);
      case EventData.RepositoryUnavailable(var reason) -> say(colours.red(String.valueOf(reason)));
      case EventData.RepositorySkipped(var reason) -> say(colours.dim(String.valueOf(reason)));
      case EventData.Changes changes -> changes(changes);
      case EventData.ChangesUnknown(var reason) -> say(colours.dim(String.valueOf(reason)));
      case EventData.JobStarted(var job, _) ->
          say(colours.dim(INDENT + "runs in the background as " + job));
      case EventData.JobEnded ended -> job(ended);
      case EventData.Divergence(var text) ->
          say(colours.red("differs from the recording: " + text));
      case EventData.Nudge(var text) -> service(text);
      case EventData.NetworkPolicy(var text) -> service(text);
      case EventData.Guardrail(var name, var action, var reasoning) ->
          say(colours.red("guardrail %s (%s): %s".formatted(name, action, reasoning)));
      case EventData.Waiting(var message) -> once("agent asks", "waits for an answer", message);
      case EventData.ApprovalRequested _ -> approval(told.data());
      case EventData.ApprovalAnswered answered -> say(colours.dim(ApprovalText.answer(answered)));
      case EventData.Released(_, var until) ->
          say(colours.dim("gives the machine back and waits, until " + until + " at most"));
      case EventData.Stall(_, var why, var next) -> service(why + " " + next);
      case EventData.Interrupted _ -> say(colours.dim("the agent was interrupted"));
      case EventData.Finished(var summary) -> once("done", "see above", summary);
      case EventData.Stopped(var reason) -> say(colours.red(event.type() + ": " + reason));
      case EventData.Created _, EventData.Other _ -> {
        // message_queued and what newer services tell: no news for a person.
      }
    }
    out.flush();
  }

  private void service(@Nullable String text) {
    say(colours.dim("service: " + text));
  }

  private void machine(EventData.MachineAttached machine) {
    var walls = machine.walls() == null ? "" : ", walled in";
    say(colours.dim("on %s in %s%s".formatted(machine.platform(), machine.cwd(), walls)));
  }

  private void mcpServer(EventData.McpServer server) {
    switch (String.valueOf(server.standing())) {
      case "ready" ->
          say(
              colours.dim(
                  "MCP server %s: %s"
                      .formatted(
                          server.server(),
                          server.tools().isEmpty()
                              ? "no tools"
                              : String.join(", ", server.tools()))));
      case "unavailable" ->
          say(
              colours.red(
                  "MCP server %s is left out: %s".formatted(server.server(), server.reason())));
      default -> {} // it starts
    }
  }

  private void instructions(EventData.Instructions known) {
    known.files().forEach(file -> say(colours.dim("goes by " + file)));
    known.skills().forEach(skill -> say(colours.dim("knows of the skill " + skill)));
  }

  private void isolation(@Nullable String reason) {
    if (reason != null) {
      say(colours.dim(reason));
    }
  }

  /** All of it, and with nothing left out: somebody is to decide. */
  private void approval(EventData told) {
    if (told instanceof EventData.ApprovalRequested asked) {
      say("");
      ApprovalText.request(asked.tool(), asked.rules(), asked.unclear())
          .forEach(line -> say(colours.bold(line)));
    }
  }

  private void status(EventData.Status status) {
    var detail = status.detail();
    say(colours.dim("session is " + status.status() + (detail == null ? "" : ", " + detail)));
  }

  private void repository(EventData.RepositoryReady ready) {
    var branch = ready.branch();
    var commit = ready.commit();
    say(
        colours.dim(
            "%s is in %s%s%s"
                .formatted(
                    ready.repository(),
                    ready.directory(),
                    branch == null ? "" : ", on " + branch,
                    commit == null ? "" : ", at " + commit)));
    ready.notes().forEach(note -> say(colours.red("  " + note)));
  }

  private void changes(EventData.Changes changes) {
    var url = changes.url();
    say(
        colours.dim(
            "changed %s: %d %s, +%d -%d%s"
                .formatted(
                    changes.directory(),
                    changes.files(),
                    changes.files() == 1 ? "file" : "files",
                    changes.insertions(),
                    changes.deletions(),
                    url == null ? "" : ", " + url)));
    changes.notes().forEach(note -> say(colours.dim("  " + note)));
  }

  private void job(EventData.JobEnded ended) {
    var exit = ended.exitCode();
    var how = "exited".equals(ended.outcome()) && exit != null ? "exit " + exit : ended.outcome();
    var line =
        "the job %s is over: %s, %s".formatted(ended.job(), how, seconds(ended.durationMillis()));
    say(exit != null && exit == 0 ? colours.dim(line) : colours.red(line));
  }

  private static String modelChanged(EventData.ModelChanged changed) {
    return changed.reason() == null
        ? "asks %s from here on".formatted(changed.model())
        : "asks %s from here on: %s".formatted(changed.model(), changed.reason());
  }

  private static String modelAway(EventData.ModelAway away) {
    if (away.waitMillis() == 0) { // by another key
      return "model asked again at once: " + away.reason();
    }
    var tries = away.mostTries();
    var left = away.leftMillis();
    return "model away: %s; try %s%s in %s%s"
        .formatted(
            away.reason(),
            away.nextTry(),
            tries == null ? "" : " of " + tries,
            seconds(away.waitMillis()),
            left == null ? "" : ", giving up in " + seconds(left));
  }

  private void part(EventData.Part part) {
    switch (part) {
      case EventData.Said(var text) when !text.isBlank() -> {
        said("agent", text);
        lastSaid = text.strip();
      }
      case EventData.Said _, EventData.Thought _ -> {}
      case EventData.Called(var callId, var tool) -> calls.put(callId, tool);
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
  private void refused(EventData.@Nullable Tool call, EventData.ToolResult result) {
    if (call == null || !result.error()) {
      return;
    }
    switch (call.name()) {
      case "message", "finish", "ask" -> say(colours.cyan("  " + call.name()));
      default -> intent(call);
    }
  }

  /** What it says twice, in a call and as an event, is shown as the event. */
  private void intent(EventData.Tool tool) {
    var input = tool.input();
    switch (tool.name()) {
      case "bash" -> block("$ ", input.text("command"));
      case "message", "finish", "ask" -> {}
      case "browser" -> say(colours.cyan("  browser " + browserCall(input)));
      case "start_session" -> intent(tool, "name");
      case "wait", "read_session", "message_session", "stop_session" -> intent(tool, "session");
      default -> intent(tool, "path");
    }
  }

  /** {@code about}: the field that tells this call from others. */
  private void intent(EventData.Tool tool, String about) {
    var given = tool.input().text(about);
    say(colours.cyan("  " + tool.name() + (given == null ? "" : " " + given)));
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

  private void result(EventData.ToolResult result) {
    var exit = result.exitCode();
    if (exit == null && !result.error()) {
      return; // a file was read or changed, a message was sent
    }
    var text = String.join("\n", result.texts());
    // The last line of a command's result tells the model what we tell below.
    var lines = text.lines().filter(line -> !line.equals("[exit code " + exit + "]")).toList();
    shorten(lines).forEach(line -> say(colours.dim(INDENT + line)));
    if (exit != null) {
      var line = INDENT + "exit " + exit + ", " + seconds(result.durationMillis());
      say(exit == 0 ? colours.green(line) : colours.red(line));
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
