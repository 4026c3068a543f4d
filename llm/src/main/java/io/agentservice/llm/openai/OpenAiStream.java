package io.agentservice.llm.openai;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Puts a reply together from its stream of chunks, with or without indexes, ids, finish reason and
 * usage. Thoughts are dropped: no two servers want them back in the same form.
 */
final class OpenAiStream {

  /** What vLLM, DeepSeek and gateways give as reason when not the model, but they, ended it. */
  private static final Set<String> BROKEN_OFF =
      Set.of("abort", "insufficient_system_resource", "network_error");

  private static final class Call {
    String id = "";
    final StringBuilder name = new StringBuilder();
    final StringBuilder arguments = new StringBuilder();
    @Nullable JsonNode extraContent;

    /** Whether a piece with this id and name goes on with this call. */
    boolean isContinuedBy(String pieceId, String pieceName) {
      if (!pieceId.isEmpty() && !id.isEmpty()) {
        return pieceId.equals(id);
      }
      return pieceName.isEmpty()
          || arguments.isEmpty()
          || !ToolInput.read(arguments.toString()).isObject();
    }
  }

  private final ThoughtFilter text;
  private final ProviderFailure failure;
  private final int messagesBefore;
  private final List<Call> calls = new ArrayList<>();
  private final Map<Long, Call> callAt = new HashMap<>();
  private long lastIndex;
  private boolean heard;
  private boolean refused;
  private String model = "";
  private String finish = "";
  private Usage usage = Usage.NONE;

  /** {@code messagesBefore} makes ids for calls that come without one. */
  OpenAiStream(TextListener live, ProviderFailure failure, int messagesBefore) {
    this.text = new ThoughtFilter(live);
    this.failure = failure;
    this.messagesBefore = messagesBefore;
  }

  /** Throws {@link LlmException} if the chunk is an error. */
  void hear(JsonNode chunk) {
    if (chunk.path("error").isObject()
        || chunk.path("error").isString()
        || chunk.path("object").asString("").equals("error")) {
      throw failure.inStream(ErrorBody.of(chunk));
    }
    String name = chunk.path("model").asString("");
    model = name.isBlank() ? model : name;
    if (chunk.path("usage").isObject()) {
      usage = usage(chunk.path("usage"));
    }
    JsonNode choices = chunk.path("choices");
    heard |= choices.isArray();
    JsonNode choice = choices.path(0);
    String reason = choice.path("finish_reason").asString("");
    finish = reason.isBlank() ? finish : reason;
    hearPart(choice.path(choice.path("delta").isObject() ? "delta" : "message"));
  }

  private void hearPart(JsonNode delta) {
    say(words(delta.path("content")));
    String refusal = delta.path("refusal").asString("");
    refused |= !refusal.isEmpty();
    say(refusal);
    JsonNode pieces = delta.path("tool_calls");
    if (pieces.isArray()) {
      pieces.forEach(this::hearCall);
    } else if (pieces.isObject()) {
      hearCall(pieces);
    }
  }

  /** Text, or pieces of which some are text. */
  private static String words(JsonNode content) {
    if (!content.isArray()) {
      return content.isString() ? content.stringValue() : "";
    }
    var words = new StringBuilder();
    content.forEach(piece -> words.append(words(piece.path("text"))));
    return words.toString();
  }

  private void say(String words) {
    if (!words.isEmpty()) {
      text.hear(words);
    }
  }

  private void hearCall(JsonNode piece) {
    JsonNode function = piece.path("function");
    String name = function.path("name").asString("");
    Call call = callOf(piece, name);
    // Some repeat the name with every piece, others spread it over pieces.
    if (!name.contentEquals(call.name)) {
      call.name.append(name);
    }
    JsonNode arguments = function.path("arguments");
    if (arguments.isString()) {
      call.arguments.append(arguments.stringValue());
    } else if (arguments.isObject()) {
      call.arguments.append(ToolInput.toText(arguments));
    }
    if (piece.path("extra_content").isObject()) {
      call.extraContent = piece.path("extra_content");
    }
  }

  /**
   * Pieces of a call share an index, or go on with the last call; a new id, or a name after whole
   * arguments, starts a new one.
   */
  private Call callOf(JsonNode piece, String name) {
    long index = piece.path("index").asLong(lastIndex);
    lastIndex = index;
    String id = piece.path("id").asString("");
    Call call = callAt.get(index);
    if (call == null || !call.isContinuedBy(id, name)) {
      call = new Call();
      callAt.put(index, call);
      calls.add(call);
    }
    call.id = call.id.isEmpty() ? id : call.id;
    return call;
  }

  /** {@code asked} is for servers that name no model; {@code done}: all was sent. */
  Reply reply(String asked, boolean done) {
    if (!heard) {
      throw failure.otherApi(null);
    }
    if (BROKEN_OFF.contains(finish) || (finish.isEmpty() && !done)) {
      throw failure.cutShort();
    }
    if (finish.equals("error")) {
      throw failure.inStream(new ErrorBody(Set.of(), "the provider failed"));
    }
    var parts = new ArrayList<Part>();
    String said = text.end();
    if (!said.isEmpty()) {
      parts.add(new Part.Text(said));
    }
    Stop stop = stop();
    for (int i = 0; i < calls.size(); i++) {
      boolean cut = stop == Stop.MAX_TOKENS && i == calls.size() - 1;
      parts.add(toolUse(i + 1, cut));
    }
    return new Reply(parts, stop, usage, model.isEmpty() ? asked : model, List.of());
  }

  private Part.ToolUse toolUse(int number, boolean cut) {
    Call call = calls.get(number - 1);
    String id = call.id.isEmpty() ? "call_" + messagesBefore + "_" + number : call.id;
    String arguments = call.arguments.toString();
    return new Part.ToolUse(
        id,
        call.name.toString(),
        cut ? ToolInput.readCut(arguments) : ToolInput.read(arguments),
        call.extraContent);
  }

  private Stop stop() {
    if (refused) {
      return Stop.REFUSED;
    }
    return switch (finish) {
      case "length" -> Stop.MAX_TOKENS;
      case "content_filter" -> Stop.REFUSED;
      default -> calls.isEmpty() ? Stop.END_TURN : Stop.TOOL_USE;
    };
  }

  /** Here the prompt's total holds the cached tokens; in our usage no token counts twice. */
  private static Usage usage(JsonNode total) {
    JsonNode details = total.path("prompt_tokens_details");
    long read = details.path("cached_tokens").asLong(0);
    long written = details.path("cache_write_tokens").asLong(0);
    long fresh = Math.max(0, total.path("prompt_tokens").asLong(0) - read - written);
    return new Usage(fresh, total.path("completion_tokens").asLong(0), read, written);
  }
}
