package io.agentservice.llm.replay;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Role;
import io.agentservice.llm.replay.Transcript.Expect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares recorded with real results, which end with a line such as {@code [exit code N]}. */
final class Expectations {

  private static final Pattern EXIT_CODE = Pattern.compile("\\[exit code (-?\\d{1,9})]");
  private static final int LONGEST_QUOTE = 200;

  private Expectations() {}

  /** A sentence for each difference; {@code turn}, from 1, follows the results. */
  static List<String> compare(int turn, List<Expect> expected, List<ChatMessage> messages) {
    if (expected.isEmpty()) {
      return List.of();
    }
    int last = lastAssistant(messages);
    List<Part.ToolUse> calls =
        last < 0
            ? List.of()
            : messages.get(last).parts().stream()
                .filter(Part.ToolUse.class::isInstance)
                .map(Part.ToolUse.class::cast)
                .toList();
    Map<String, Part.ToolResult> results = resultsAfter(messages, last);
    var divergences = new ArrayList<String>();
    for (int i = 0; i < expected.size(); i++) {
      Part.ToolUse call = i < calls.size() ? calls.get(i) : null;
      Part.ToolResult result = call == null ? null : results.get(call.id());
      String tool = call == null ? expected.get(i).tool() : call.name();
      String where =
          "turn " + (turn - 1) + ", call " + (i + 1) + " (" + (tool == null ? "?" : tool) + "): ";
      if (call == null || result == null) {
        divergences.add(where + "expected a result, saw none");
      } else {
        compare(where, expected.get(i), call, result, divergences);
      }
    }
    return divergences;
  }

  private static void compare(
      String where, Expect expect, Part.ToolUse call, Part.ToolResult result, List<String> out) {
    String text = text(result);
    if (expect.tool() != null && !expect.tool().equals(call.name())) {
      out.add(where + "expected a call of " + expect.tool() + ", saw one of " + call.name());
    }
    if (expect.exitCode() != null) {
      String seen = ending(text);
      if (!seen.equals("exit code " + expect.exitCode())) {
        out.add(where + "expected exit code " + expect.exitCode() + ", saw " + seen);
      }
    }
    if (expect.error() != null && expect.error() != result.error()) {
      out.add(
          where
              + (result.error()
                  ? "expected success, saw an error: " + quote(text)
                  : "expected an error, saw success"));
    }
    for (String wanted : expect.contains()) {
      if (!text.contains(wanted)) {
        out.add(where + "expected " + quote(wanted) + " in the result, saw " + quote(text));
      }
    }
    for (String unwanted : expect.absent()) {
      if (text.contains(unwanted)) {
        out.add(where + "expected no " + quote(unwanted) + " in the result, but it is there");
      }
    }
  }

  /** How a command ended, in the words of the result's last line. */
  private static String ending(String text) {
    String last = text.stripTrailing();
    last = last.substring(last.lastIndexOf('\n') + 1).strip();
    Matcher exit = EXIT_CODE.matcher(last);
    if (exit.matches()) {
      return "exit code " + Integer.parseInt(exit.group(1));
    }
    return last.startsWith("[timed out") || last.equals("[outcome unknown]")
        ? last.substring(1, last.length() - 1)
        : "no exit code";
  }

  private static int lastAssistant(List<ChatMessage> messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).role() == Role.ASSISTANT) {
        return i;
      }
    }
    return -1;
  }

  private static Map<String, Part.ToolResult> resultsAfter(List<ChatMessage> messages, int last) {
    var results = new HashMap<String, Part.ToolResult>();
    for (ChatMessage message : messages.subList(last + 1, messages.size())) {
      for (Part part : message.parts()) {
        if (part instanceof Part.ToolResult result) {
          results.put(result.toolUseId(), result);
        }
      }
    }
    return results;
  }

  private static String text(Part.ToolResult result) {
    var text = new StringBuilder();
    for (Part part : result.content()) {
      if (part instanceof Part.Text words) {
        text.append(text.isEmpty() ? "" : "\n").append(words.text());
      }
    }
    return text.toString();
  }

  private static String quote(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.isEmpty()
        ? "nothing"
        : "\""
            + (line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "...")
            + "\"";
  }
}
