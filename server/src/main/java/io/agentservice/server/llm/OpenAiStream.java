package io.agentservice.server.llm;

import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice;
import com.openai.models.completions.CompletionUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts a reply together from its stream of chunks. Lenient where servers differ: calls without an
 * index or an id, a finish reason of {@code stop} beside tool calls, no usage at all.
 */
final class OpenAiStream {

  /** A tool call under construction. */
  private static final class Call {
    String id = "";
    final StringBuilder name = new StringBuilder();
    final StringBuilder arguments = new StringBuilder();
  }

  private final TextListener live;
  private final int messagesBefore;
  private final StringBuilder text = new StringBuilder();
  private final List<Call> calls = new ArrayList<>();
  private final Map<Long, Call> callAt = new HashMap<>();
  private boolean heard;
  private boolean refused;
  private @Nullable String model;
  private Choice.@Nullable FinishReason finish;
  private Usage usage = Usage.NONE;

  /**
   * Hears nothing yet.
   *
   * @param messagesBefore length of the conversation, for ids of calls that come without one
   */
  OpenAiStream(TextListener live, int messagesBefore) {
    this.live = live;
    this.messagesBefore = messagesBefore;
  }

  void hear(ChatCompletionChunk chunk) {
    chunk._model().asString().filter(name -> !name.isBlank()).ifPresent(name -> model = name);
    chunk.usage().ifPresent(total -> usage = usage(total));
    List<Choice> choices =
        chunk._choices().isMissing() || chunk._choices().isNull() ? List.of() : chunk.choices();
    if (!choices.isEmpty()) {
      heard = true;
      Choice choice = choices.getFirst();
      choice.finishReason().ifPresent(reason -> finish = reason);
      hear(choice.delta());
    }
  }

  private void hear(Choice.Delta delta) {
    delta.content().ifPresent(this::say);
    delta
        .refusal()
        .ifPresent(words -> {
          refused = true;
          say(words);
        });
    for (Choice.Delta.ToolCall piece : delta.toolCalls().orElse(List.of())) {
      Call call = callOf(piece);
      piece
          .function()
          .ifPresent(function -> {
            function.name().ifPresent(call.name::append);
            function.arguments().ifPresent(call.arguments::append);
          });
    }
  }

  private void say(String words) {
    if (!words.isEmpty()) {
      text.append(words);
      live.text(words);
    }
  }

  /** Pieces of one call share an index; a new id at the same index is a new call all the same. */
  private Call callOf(Choice.Delta.ToolCall piece) {
    long index = piece._index().asKnown().orElse(0L);
    String id = piece.id().orElse("");
    Call call = callAt.get(index);
    if (call == null || (!id.isEmpty() && !id.equals(call.id))) {
      call = new Call();
      call.id = id;
      callAt.put(index, call);
      calls.add(call);
    }
    return call;
  }

  Reply reply(String asked, ProviderFailure failure) {
    if (!heard) {
      throw failure.malformed(
          "the answer is not of the chat completions API (is the base URL right?)", null);
    }
    if (finish == null) {
      throw failure.cutShort();
    }
    var parts = new ArrayList<Part>();
    if (!text.isEmpty()) {
      parts.add(new Part.Text(text.toString()));
    }
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      String id = call.id.isEmpty() ? "call_" + messagesBefore + "_" + (i + 1) : call.id;
      parts.add(
          new Part.ToolUse(id, call.name.toString(), ToolInput.read(call.arguments.toString())));
    }
    return new Reply(
        parts, stop(finish), usage, Optional.ofNullable(model).orElse(asked), List.of());
  }

  private Stop stop(Choice.FinishReason reason) {
    if (refused) {
      return Stop.REFUSED;
    }
    return switch (reason.value()) {
      case LENGTH -> Stop.MAX_TOKENS;
      case CONTENT_FILTER -> Stop.REFUSED;
      case STOP, TOOL_CALLS, FUNCTION_CALL, _UNKNOWN ->
          calls.isEmpty() ? Stop.END_TURN : Stop.TOOL_USE;
    };
  }

  /** Here the prompt's total holds the cached tokens; in our usage no token counts twice. */
  private static Usage usage(CompletionUsage total) {
    var details = total.promptTokensDetails();
    long read = details.flatMap(d -> d.cachedTokens()).orElse(0L);
    long written = details.flatMap(d -> d.cacheWriteTokens()).orElse(0L);
    long fresh = Math.max(0, total.promptTokens() - read - written);
    return new Usage(fresh, total.completionTokens(), read, written);
  }
}
