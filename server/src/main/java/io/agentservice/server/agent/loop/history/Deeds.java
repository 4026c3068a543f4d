package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What a summary of the agent's work is not to lose, told by the log and not by the model. */
final class Deeds {
  private static final int MOST_FILES = 40;
  private static final int MOST_PLANNED = 40;
  private static final int MOST_COMMANDS = 10;
  private static final int LONGEST = 120;
  private static final String NOT_RUN = "[not run]";

  private final Map<String, Part.ToolUse> open = new HashMap<>();
  private final SequencedSet<String> files = new LinkedHashSet<>();
  private final Deque<String> commands = new ArrayDeque<>();
  private List<String> plan = List.of();

  void add(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        open.clear();
        Shortening.toolUses(turn.parts()).forEach(use -> open.put(use.id(), use));
      }
      case LoopEvent.ToolResult result -> {
        var use = open.remove(result.callId());
        if (use != null) {
          done(use, result);
        }
      }
      default -> {} // no deed
    }
  }

  private void done(Part.ToolUse use, LoopEvent.ToolResult result) {
    switch (use.name()) {
      case "edit" -> changed(text(use, "path"), result.error());
      case "bash" -> ran(text(use, "command"), result);
      case "plan" -> plan = result.error() ? plan : items(use.input().path("items"));
      default -> {} // changes nothing, or can be asked for again
    }
  }

  private static String text(Part.ToolUse use, String field) {
    return use.input().path(field).asString("");
  }

  private void changed(String path, boolean failed) {
    if (!failed && !path.isBlank()) {
      files.addLast(line(path));
    }
  }

  private void ran(String command, LoopEvent.ToolResult result) {
    if (!command.isBlank() && !wasNotRun(result)) {
      var exit = result.exitCode() == null ? "no exit code" : "exit code " + result.exitCode();
      commands.addLast("%s (%s)".formatted(line(command), exit));
      if (commands.size() > MOST_COMMANDS) {
        commands.removeFirst();
      }
    }
  }

  /** A guardrail, a person or its form was against it. */
  private static boolean wasNotRun(LoopEvent.ToolResult result) {
    return result.content().stream()
        .anyMatch(part -> part instanceof Part.Text(var text) && text.startsWith(NOT_RUN));
  }

  /** Of a long one what is still to be done. */
  private static List<String> items(JsonNode items) {
    boolean all = items.size() <= MOST_PLANNED;
    var left =
        items
            .valueStream()
            .filter(item -> all || !item.path("status").asString("").equals("done"))
            .toList();
    var lines = new ArrayList<String>();
    left.stream().limit(MOST_PLANNED).forEach(item -> lines.add(item(item)));
    if (lines.size() < items.size()) {
      lines.add("and %d more".formatted(items.size() - lines.size()));
    }
    return List.copyOf(lines);
  }

  private static String item(JsonNode item) {
    var text = line(item.path("text").asString(""));
    return "[%s] %s".formatted(item.path("status").asString("open"), text);
  }

  /** The first line, not all of a long one. */
  private static String line(String text) {
    var first = text.strip().lines().findFirst().orElse("");
    boolean whole = first.length() <= LONGEST && first.length() == text.strip().length();
    return whole ? first : Shortening.beginning(first, LONGEST) + "…";
  }

  /** Below a summary; empty when there is nothing to tell. */
  String words() {
    int earlier = Math.max(0, files.size() - MOST_FILES);
    var more = earlier == 0 ? "" : ", the newest; %d more before them".formatted(earlier);
    return list("Your plan, as you last showed it", plan)
        + list("Files that you have changed by edit" + more, files.stream().skip(earlier).toList())
        + list("Your last commands", commands);
  }

  private static String list(String title, Collection<String> lines) {
    return lines.isEmpty()
        ? ""
        : lines.stream()
            .map(Objects::toString)
            .collect(Collectors.joining("\n- ", "\n\n" + title + ":\n- ", ""));
  }
}
