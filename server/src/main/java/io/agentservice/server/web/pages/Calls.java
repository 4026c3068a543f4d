package io.agentservice.server.web.pages;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Lines;
import io.agentservice.server.web.pages.html.Words;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How tool calls look. */
final class Calls {
  /** What these do is an event of its own. */
  private static final Set<String> SPEAKING = Set.of("message", "ask", "finish");

  private static final int INPUT_CHARACTERS = 2000;

  /** Where a shared file is, at whatever base address this server has now. */
  private static final Pattern SHARED =
      Pattern.compile("/v3/organizations/org-[0-9a-f]{32}/attachments/[0-9a-f-]{32,36}/[^/\\s]+$");

  private Calls() {}

  /** Whether a call has an item of its own; a failed one always has. */
  static boolean isShown(Part.ToolUse use, LoopEvent.@Nullable ToolResult result) {
    return !SPEAKING.contains(use.name()) || (result != null && result.error());
  }

  /** A call; without a result it is still to run or running. */
  static Html show(
      Part.ToolUse use, boolean running, LoopEvent.@Nullable ToolResult result, Html time) {
    String state = state(running, result);
    return Html.of(
        "<div class=\"call {}\"><header>{}<span class=\"outcome\">{}</span>{}</header>{}{}</div>",
        state,
        title(use),
        outcome(running, result),
        time,
        input(use),
        result == null ? live(running) : result(use, result));
  }

  private static String state(boolean running, LoopEvent.@Nullable ToolResult result) {
    if (result == null) {
      return running ? "running" : "waiting";
    }
    Integer exit = result.exitCode();
    return result.error() || (exit != null && exit != 0) ? "failed" : "done";
  }

  private static String outcome(boolean running, LoopEvent.@Nullable ToolResult result) {
    if (result == null) {
      return running ? "running" : "waiting";
    }
    String took = result.durationMillis() > 0 ? Words.millis(result.durationMillis()) : "";
    Integer exit = result.exitCode();
    if (exit != null && exit != 0) {
      return "exit " + exit + " · " + took;
    }
    return result.error() ? "failed" : took;
  }

  private static Html title(Part.ToolUse use) {
    return switch (use.name()) {
      case "bash" -> Html.of("<span class=\"tool\">Command</span>");
      case "edit" -> Html.of("<span class=\"tool\">Edit</span> <code>{}</code>", text(use, "path"));
      case "view" -> Html.of("<span class=\"tool\">View</span> <code>{}</code>", text(use, "path"));
      case "browser" ->
          Html.of(
              "<span class=\"tool\">Browser: {}</span> <code>{}</code>",
              text(use, "action"),
              browserTarget(use));
      case "plan" -> Html.of("<span class=\"tool\">Plan</span>");
      case "share_file" ->
          Html.of("<span class=\"tool\">File</span> <code>{}</code>", text(use, "path"));
      default -> Html.of("<span class=\"tool\">{}</span>", use.name());
    };
  }

  /** What the action is about, in the order in which it is told apart best. */
  private static String browserTarget(Part.ToolUse use) {
    return Stream.of("url", "selector", "text", "key", "path")
        .map(name -> text(use, name))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  private static Html input(Part.ToolUse use) {
    return switch (use.name()) {
      case "bash" -> Html.of("<pre class=\"command\">{}</pre>", text(use, "command"));
      case "edit" -> Lines.change(text(use, "old_text"), text(use, "new_text"));
      case "view", "browser", "share_file" -> Html.NONE;
      case "plan" -> plan(use.input().path("items"));
      default -> {
        String all = use.input().toString();
        yield Html.of(
            "<pre class=\"command\">{}</pre>",
            all.length() <= INPUT_CHARACTERS ? all : all.substring(0, INPUT_CHARACTERS) + "…");
      }
    };
  }

  private static Html plan(JsonNode items) {
    var rows =
        items
            .valueStream()
            .map(item ->
                Html.of(
                    "<li class=\"{}\">{}</li>",
                    item.path("status").asString(""),
                    item.path("text").asString("")))
            .toList();
    return Html.of("<ul class=\"plan\">{}</ul>", Html.join(rows));
  }

  /** Where live output is to appear. */
  static Html live(boolean running) {
    return running ? Lines.scrollable("output live", "Live output", Html.NONE) : Html.NONE;
  }

  private static Html result(Part.ToolUse use, LoopEvent.ToolResult result) {
    boolean plain = !result.error() && (use.name().equals("edit") || use.name().equals("plan"));
    if (plain) {
      return Html.NONE;
    }
    String whole = result.output();
    var images =
        result.content().stream()
            .filter(Part.Image.class::isInstance)
            .map(part -> image((Part.Image) part))
            .toList();
    String text = whole == null ? texts(result.content()) : whole;
    var shared = SHARED.matcher(text);
    if (use.name().equals("share_file") && shared.find()) {
      return Html.of(
          "<p class=\"file\"><a href=\"{}\">Download {}</a></p>",
          shared.group(),
          text(use, "path"));
    }
    return Html.of("{}{}", Lines.block(withoutEnding(text, result)), Html.join(images));
  }

  /** A link to a file that the agent has given; nothing when the address is none of such. */
  static Html download(@Nullable String address) {
    var shared = SHARED.matcher(address == null ? "" : address);
    return shared.find()
        ? Html.of(
            " <a href=\"{}\">Download {}</a>",
            shared.group(),
            shared.group().substring(shared.group().lastIndexOf('/') + 1))
        : Html.NONE;
  }

  /** The exit code stands in the title already. */
  private static String withoutEnding(String text, LoopEvent.ToolResult result) {
    String ending = "[exit code " + result.exitCode() + "]";
    return text.endsWith(ending) ? text.substring(0, text.length() - ending.length()) : text;
  }

  private static Html image(Part.Image image) {
    return Html.of(
        "<img alt=\"What the agent looked at\" src=\"data:{};base64,{}\">",
        image.mediaType(),
        image.base64());
  }

  private static String texts(List<Part> parts) {
    return parts.stream()
        .filter(Part.Text.class::isInstance)
        .map(part -> ((Part.Text) part).text())
        .collect(Collectors.joining("\n"));
  }

  private static String text(Part.ToolUse use, String name) {
    return use.input().path(name).asString("");
  }
}
