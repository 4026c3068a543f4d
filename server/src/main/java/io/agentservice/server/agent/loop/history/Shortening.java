package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Role;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.LoopEvent.Shortened;
import io.agentservice.server.agent.loop.log.LoopEvent.Summarized;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Shortens a conversation for the model; the log keeps all. A function of the events. */
public final class Shortening {
  static final String SERVICE = "[From the service] ";

  /** Before instructions and skills, which stay as people's words do, and longer. */
  static final String GUIDANCE = "[From the service: instructions] ";

  private static final String SUMMARY =
      SERVICE + "The work so far, of which the details were left out to save space:\n\n";
  private static final String CUT = "\n[the rest was left out to save space]";
  private static final String CUT_RESULT =
      "\n[the rest was left out to save space; do it again if you need it]";
  private static final String PICTURE =
      "[a picture, left out to save space; view it again if you need it]";

  private Shortening() {}

  /** All but the newest messages with long parts cut to their beginnings. */
  static List<ChatMessage> shorten(List<ChatMessage> messages, Shortened how) {
    var shorter = new ArrayList<>(messages);
    for (int i = 0; i < messages.size() - how.kept(); i++) {
      var message = messages.get(i);
      var parts = message.parts().stream().map(part -> shorten(part, message.role(), how)).toList();
      if (!parts.equals(message.parts())) {
        // What was thought belongs to what was said; the seal covers no other words.
        shorter.set(i, new ChatMessage(message.role(), parts).withoutThinking());
      }
    }
    return shorter;
  }

  static Part shorten(Part part, Role role, Shortened how) {
    return switch (part) {
      case Part.ToolResult result ->
          new Part.ToolResult(
              result.toolUseId(),
              result.content().stream().map(content -> content(content, how.limit())).toList(),
              result.error());
      case Part.ToolUse use ->
          how.depth() == Depth.RESULTS
              ? use
              : new Part.ToolUse(
                  use.id(), use.name(), input(use.input(), how.limit()), use.extraContent());
      case Part.Text text when role == Role.USER && text.text().startsWith(GUIDANCE) -> text;
      case Part.Text text ->
          how.depth() == Depth.ALL || (role == Role.ASSISTANT && how.depth() == Depth.OWN)
              ? new Part.Text(cut(text.text(), how.limit(), CUT))
              : text;
      default -> part;
    };
  }

  private static Part content(Part part, int limit) {
    return switch (part) {
      case Part.Text text -> new Part.Text(cut(text.text(), limit, CUT_RESULT));
      case Part.Image _ -> new Part.Text(PICTURE);
      default -> part;
    };
  }

  private static String cut(String text, int limit, String mark) {
    return text.length() <= limit + mark.length() ? text : beginning(text, limit) + mark;
  }

  /** At most so many characters of it. */
  static String beginning(String text, int limit) {
    return text.substring(0, boundary(text, Math.min(limit, text.length())));
  }

  /** Half a character makes a text that no provider takes. */
  private static int boundary(String text, int at) {
    boolean half =
        at > 0
            && at < text.length()
            && Character.isHighSurrogate(text.charAt(at - 1))
            && Character.isLowSurrogate(text.charAt(at));
    return half ? at - 1 : at;
  }

  private static JsonNode input(JsonNode node, int limit) {
    return switch (node) {
      case StringNode text -> StringNode.valueOf(cut(text.stringValue(), limit, CUT));
      case ArrayNode array -> {
        var shorter = JsonMapper.shared().createArrayNode();
        array.forEach(element -> shorter.add(input(element, limit)));
        yield shorter;
      }
      case ObjectNode object -> {
        var shorter = JsonMapper.shared().createObjectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          shorter.set(member.getKey(), input(member.getValue(), limit));
        }
        yield shorter;
      }
      default -> node;
    };
  }

  /** Where the part that stays begins, at a model's turn; 0 for nothing to summarize. */
  static int tail(List<ChatMessage> messages, int kept) {
    for (int i = Math.max(2, messages.size() - kept); i < messages.size(); i++) {
      if (messages.get(i).role() == Role.ASSISTANT) {
        return i;
      }
    }
    return 0;
  }

  /** People's words, the summary with what was done, and the newest messages. */
  static List<ChatMessage> summarize(List<ChatMessage> messages, Summarized summary, String deeds) {
    int tail = tail(messages, summary.kept());
    if (tail == 0) {
      return messages;
    }
    var head = new ArrayList<Part>();
    for (var message : messages.subList(0, tail)) {
      if (message.role() == Role.USER) {
        message.parts().stream().filter(Shortening::isPeoples).forEach(head::add);
      }
    }
    head.add(new Part.Text(SUMMARY + summary.summary() + deeds));
    var shorter = new ArrayList<ChatMessage>();
    shorter.add(new ChatMessage(Role.USER, head));
    shorter.addAll(messages.subList(tail, messages.size()));
    return shorter;
  }

  private static boolean isPeoples(Part part) {
    return part instanceof Part.Text text && !text.text().startsWith(SERVICE);
  }

  /** Messages as text, the newest up to {@code limit} characters. */
  public static String render(List<ChatMessage> messages, long limit) {
    var how = new Shortened(0, 400, Depth.OWN);
    var text = new StringBuilder();
    for (var message : messages) {
      for (var part : message.parts()) {
        var line =
            switch (shorten(part, message.role(), how)) {
              case Part.Text said ->
                  message.role() == Role.USER ? said.text() : "You: " + said.text();
              case Part.ToolUse use -> "You called " + use.name() + " " + use.input();
              case Part.ToolResult result -> "Result: " + words(result.content());
              default -> "";
            };
        text.append(line.isEmpty() ? "" : line + "\n\n");
      }
    }
    int over = (int) Math.max(0, text.length() - limit);
    return text.substring(boundary(text.toString(), over));
  }

  private static String words(List<Part> content) {
    var words = new StringBuilder();
    content.forEach(part -> words.append(part instanceof Part.Text text ? text.text() : ""));
    return words.toString();
  }

  static List<Part.ToolUse> toolUses(List<Part> parts) {
    return parts.stream()
        .filter(Part.ToolUse.class::isInstance)
        .map(Part.ToolUse.class::cast)
        .toList();
  }
}
