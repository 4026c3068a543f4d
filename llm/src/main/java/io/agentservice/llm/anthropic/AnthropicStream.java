package io.agentservice.llm.anthropic;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.llm.answers.ThoughtFilter;
import io.agentservice.llm.answers.ToolInput;
import io.agentservice.llm.failures.ErrorBody;
import io.agentservice.llm.failures.ProviderFailure;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Puts a reply together from its stream of events; unknown ones are ignored. */
final class AnthropicStream {

  private enum Kind {
    TEXT,
    THINKING,
    REDACTED_THINKING,
    TOOL_USE
  }

  /** A block under construction; which fields count depends on the kind. */
  private static final class Block {
    final Kind kind;
    final String id;
    final String name;
    final StringBuilder text = new StringBuilder();
    final StringBuilder signature = new StringBuilder();
    final ThoughtFilter words;

    Block(Kind kind, JsonNode start, TextListener live) {
      this.kind = kind;
      this.id = start.path("id").asString("");
      this.name = start.path("name").asString("");
      this.words = new ThoughtFilter(live);
    }

    void hear(String piece) {
      if (kind == Kind.TEXT) {
        words.hear(piece);
      } else {
        text.append(piece);
      }
    }

    /** {@code cut}: the reply ended while this was being written. */
    Part toPart(boolean cut) {
      return switch (kind) {
        case TEXT -> new Part.Text(words.end());
        case THINKING -> new Part.Thinking(text.toString(), signature.toString());
        case REDACTED_THINKING -> new Part.RedactedThinking(text.toString());
        case TOOL_USE ->
            new Part.ToolUse(
                id,
                name,
                cut ? ToolInput.readCut(text.toString()) : ToolInput.read(text.toString()));
      };
    }
  }

  private final TextListener live;
  private final ProviderFailure failure;
  private final TreeMap<Long, Block> blocks = new TreeMap<>();
  private String model = "";
  private String stopReason = "";
  private boolean ended;
  private Usage usage = Usage.NONE;

  AnthropicStream(TextListener live, ProviderFailure failure) {
    this.live = live;
    this.failure = failure;
  }

  /** Throws {@link LlmException} if the event is an error. */
  void hear(JsonNode event) {
    switch (event.path("type").asString("")) {
      case "message_start" -> start(event.path("message"));
      case "content_block_start" ->
          startBlock(event.path("index").asLong(0), event.path("content_block"));
      case "content_block_delta" -> {
        Block block = blocks.get(event.path("index").asLong(0));
        if (block != null) {
          grow(block, event.path("delta"));
        }
      }
      case "message_delta" -> {
        stopReason = event.path("delta").path("stop_reason").asString(stopReason);
        use(event.path("usage"));
      }
      case "message_stop" -> ended = true;
      default -> {
        // An error of a gateway has no type.
        if (event.has("error") || event.path("type").asString("").equals("error")) {
          throw failure.inStream(ErrorBody.of(event.path("error")));
        }
      }
    }
  }

  Reply reply() {
    if (model.isEmpty()) {
      throw failure.otherApi(null);
    }
    if (!ended || stopReason.isEmpty()) {
      throw failure.cutShort();
    }
    List<Part> parts =
        blocks.values().stream()
            .map(block -> block.toPart(isCut() && block == blocks.lastEntry().getValue()))
            .filter(part -> !(part instanceof Part.Text text && text.text().isEmpty()))
            .toList();
    return new Reply(parts, stop(parts), usage, model, List.of());
  }

  private void start(JsonNode message) {
    model = message.path("model").asString("");
    if (model.isEmpty()) {
      throw failure.otherApi(null);
    }
    use(message.path("usage"));
  }

  private void startBlock(long index, JsonNode start) {
    @Nullable Kind kind =
        switch (start.path("type").asString("")) {
          case "text" -> Kind.TEXT;
          case "thinking" -> Kind.THINKING;
          case "redacted_thinking" -> Kind.REDACTED_THINKING;
          case "tool_use" -> Kind.TOOL_USE;
          // Other blocks belong to tools that run at the provider; we never offer any.
          default -> null;
        };
    if (kind != null) {
      var block = new Block(kind, start, live);
      blocks.put(index, block);
      grow(block, start);
    }
  }

  /** Blocks may begin with what others get piece by piece. */
  private static void grow(Block block, JsonNode piece) {
    for (String field : List.of("text", "thinking", "data", "partial_json")) {
      block.hear(piece.path(field).asString(""));
    }
    block.signature.append(piece.path("signature").asString(""));
  }

  /** The numbers are totals, not additions. */
  private void use(JsonNode total) {
    if (!total.path("output_tokens").isNumber()) {
      throw failure.otherApi(null);
    }
    usage =
        new Usage(
            total.path("input_tokens").asLong(usage.inputTokens()),
            total.path("output_tokens").asLong(),
            total.path("cache_read_input_tokens").asLong(usage.cacheReadTokens()),
            total.path("cache_creation_input_tokens").asLong(usage.cacheWriteTokens()));
  }

  private Stop stop(List<Part> parts) {
    return switch (stopReason) {
      case "max_tokens", "model_context_window_exceeded" -> Stop.MAX_TOKENS;
      case "refusal" -> Stop.REFUSED;
      case "tool_use" -> Stop.TOOL_USE;
      default ->
          parts.stream().anyMatch(Part.ToolUse.class::isInstance) ? Stop.TOOL_USE : Stop.END_TURN;
    };
  }

  private boolean isCut() {
    return stop(List.of()) == Stop.MAX_TOKENS;
  }
}
