package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a tool of an MCP server answered, for the model: masked and bounded. */
final class McpResults {
  private static final Set<String> IMAGES =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

  /** Providers take at most 5 MB of Base64. */
  private static final int MOST_IMAGE = 4_900_000;

  private static final int MOST_IMAGES = 4;

  private McpResults() {}

  static Outcome of(JsonNode result, ToolContext context) {
    var kept = new HeadTail(CommandOutput.LOG_CHARACTERS);
    var images = new ArrayList<Part>();
    String divider = "";
    for (var item : result.path("content")) {
      var image = images.size() < MOST_IMAGES ? image(item) : null;
      if (image != null) {
        images.add(image);
        continue;
      }
      kept.append(divider);
      kept.append(masked(text(item), context));
      divider = "\n";
    }
    if (divider.isEmpty() && images.isEmpty()) {
      var structured = result.path("structuredContent");
      kept.append(
          structured.isMissingNode() ? "[no output]" : masked(structured.toString(), context));
    }
    long cut = kept.left(CommandOutput.MODEL_CHARACTERS);
    var parts = new ArrayList<Part>();
    String shown =
        kept.cut(
            CommandOutput.MODEL_CHARACTERS,
            "[%,d characters left out here; ask for less at a time]".formatted(cut));
    if (!shown.isEmpty()) {
      parts.add(new Part.Text(shown));
    }
    parts.addAll(images);
    boolean error = result.path("isError").asBoolean(false);
    return new Outcome(List.copyOf(parts), error, null, null);
  }

  private static String masked(String text, ToolContext context) {
    return context.mcp().redactor().mask(text);
  }

  private static @Nullable Part image(JsonNode item) {
    String type = item.path("mimeType").asString("");
    String data = item.path("data").asString("");
    boolean fits =
        item.path("type").asString("").equals("image")
            && IMAGES.contains(type)
            && !data.isEmpty()
            && data.length() <= MOST_IMAGE
            && data.matches("[A-Za-z0-9+/]+={0,2}");
    return fits ? new Part.Image(type, data) : null;
  }

  private static String text(JsonNode item) {
    String type = item.path("type").asString("");
    return switch (type) {
      case "text" -> item.path("text").asString("");
      case "resource_link" ->
          "[resource %s at %s]"
              .formatted(item.path("name").asString(""), item.path("uri").asString(""));
      case "resource" -> {
        var resource = item.path("resource");
        String text = resource.path("text").asString("");
        yield text.isEmpty()
            ? "[resource at %s, which is no text]".formatted(resource.path("uri").asString(""))
            : text;
      }
      case "image" -> "[a picture that can't be shown: %s]".formatted(mediaType(item));
      case "audio" -> "[a sound that can't be heard: %s]".formatted(mediaType(item));
      default -> "[content of a kind that is not known]";
    };
  }

  private static String mediaType(JsonNode item) {
    return item.path("mimeType").asString("of no type");
  }
}
