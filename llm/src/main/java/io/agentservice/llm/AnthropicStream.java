package io.agentservice.llm;

import com.anthropic.models.messages.MessageDeltaUsage;
import com.anthropic.models.messages.RawContentBlockDelta;
import com.anthropic.models.messages.RawContentBlockStartEvent;
import com.anthropic.models.messages.RawMessageDeltaEvent;
import com.anthropic.models.messages.RawMessageStartEvent;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts a reply together from its stream of events. The SDK has an accumulator too, but that one
 * throws at tool input which is not JSON, and that is for the model to be told, not a failure of
 * the call.
 */
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

    Block(Kind kind, String id, String name) {
      this.kind = kind;
      this.id = id;
      this.name = name;
    }

    Part toPart() {
      return switch (kind) {
        case TEXT -> new Part.Text(text.toString());
        case THINKING -> new Part.Thinking(text.toString(), signature.toString());
        case REDACTED_THINKING -> new Part.RedactedThinking(text.toString());
        case TOOL_USE -> new Part.ToolUse(id, name, ToolInput.read(text.toString()));
      };
    }
  }

  private final TextListener live;
  private final Map<Long, Block> blocks = new TreeMap<>();
  private @Nullable String model;
  private @Nullable StopReason stopReason;
  private boolean ended;
  private Usage usage = Usage.NONE;

  AnthropicStream(TextListener live) {
    this.live = live;
  }

  void hear(RawMessageStreamEvent event) {
    if (event.isMessageStart()) {
      start(event.asMessageStart());
    } else if (event.isContentBlockStart()) {
      startBlock(event.asContentBlockStart());
    } else if (event.isContentBlockDelta()) {
      Block block = blocks.get(event.asContentBlockDelta().index());
      if (block != null) {
        grow(block, event.asContentBlockDelta().delta());
      }
    } else if (event.isMessageDelta()) {
      progress(event.asMessageDelta());
    } else if (event.isMessageStop()) {
      ended = true;
    }
    // Everything else (pings, events of the future) changes nothing.
  }

  Reply reply(ProviderFailure failure) {
    if (model == null) {
      throw failure.malformed(
          "the answer is not of the Messages API (is the base URL right?)", null);
    }
    if (!ended || stopReason == null) {
      throw failure.cutShort();
    }
    List<Part> parts = blocks.values().stream().map(Block::toPart).toList();
    return new Reply(parts, stop(stopReason, parts), usage, model, List.of());
  }

  private void start(RawMessageStartEvent event) {
    model = event.message().model().asString();
    var start = event.message().usage();
    usage =
        new Usage(
            start.inputTokens(),
            start.outputTokens(),
            start.cacheReadInputTokens().orElse(0L),
            start.cacheCreationInputTokens().orElse(0L));
  }

  private void startBlock(RawContentBlockStartEvent event) {
    var content = event.contentBlock();
    if (content.isText()) {
      put(event, new Block(Kind.TEXT, "", ""), content.asText().text());
    } else if (content.isThinking()) {
      var block = new Block(Kind.THINKING, "", "");
      block.signature.append(content.asThinking()._signature().asString().orElse(""));
      put(event, block, content.asThinking().thinking());
    } else if (content.isRedactedThinking()) {
      put(event, new Block(Kind.REDACTED_THINKING, "", ""), content.asRedactedThinking().data());
    } else if (content.isToolUse()) {
      var use = content.asToolUse();
      put(event, new Block(Kind.TOOL_USE, use.id(), use.name()), "");
    }
    // Other blocks belong to tools that run at the provider; we never offer any.
  }

  private void put(RawContentBlockStartEvent event, Block block, String text) {
    blocks.put(event.index(), block);
    block.text.append(text);
    if (block.kind == Kind.TEXT && !text.isEmpty()) {
      live.text(text);
    }
  }

  private void grow(Block block, RawContentBlockDelta delta) {
    if (delta.isText()) {
      String text = delta.asText().text();
      block.text.append(text);
      if (!text.isEmpty()) {
        live.text(text);
      }
    } else if (delta.isInputJson()) {
      block.text.append(delta.asInputJson().partialJson());
    } else if (delta.isThinking()) {
      block.text.append(delta.asThinking().thinking());
    } else if (delta.isSignature()) {
      block.signature.append(delta.asSignature().signature());
    }
  }

  /** The numbers here are totals, not additions. */
  private void progress(RawMessageDeltaEvent event) {
    event.delta().stopReason().ifPresent(reason -> stopReason = reason);
    MessageDeltaUsage total = event.usage();
    usage =
        new Usage(
            total.inputTokens().orElse(usage.inputTokens()),
            total.outputTokens(),
            total.cacheReadInputTokens().orElse(usage.cacheReadTokens()),
            total.cacheCreationInputTokens().orElse(usage.cacheWriteTokens()));
  }

  private static Stop stop(StopReason reason, List<Part> parts) {
    return switch (reason.value()) {
      case MAX_TOKENS, MODEL_CONTEXT_WINDOW_EXCEEDED -> Stop.MAX_TOKENS;
      case REFUSAL -> Stop.REFUSED;
      case TOOL_USE -> Stop.TOOL_USE;
      case END_TURN, STOP_SEQUENCE, PAUSE_TURN, _UNKNOWN ->
          parts.stream().anyMatch(Part.ToolUse.class::isInstance) ? Stop.TOOL_USE : Stop.END_TURN;
    };
  }
}
