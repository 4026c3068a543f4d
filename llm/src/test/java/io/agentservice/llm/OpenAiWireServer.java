package io.agentservice.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays OpenAI's chat completions API, as OpenAI and the local servers speak it. */
public final class OpenAiWireServer extends WireServer {

  /** The key that {@link #settings} carries. */
  public static final String KEY = "sk-test-0123456789";

  @Override
  public Map<String, String> settings(String model) {
    return Map.of(
        "AGENT_MODEL",
        "openai:" + model,
        "AGENT_OPENAI_API_KEY",
        KEY,
        "AGENT_OPENAI_BASE_URL",
        baseUrl());
  }

  @Override
  String basePath() {
    return "/v1";
  }

  @Override
  String completionPath() {
    return "/v1/chat/completions";
  }

  @Override
  ObjectNode errorBody(String code, String message) {
    var body = JSON.createObjectNode();
    body.putObject("error")
        .put("message", message)
        .put("type", "error")
        .putNull("param")
        .put("code", code);
    return body;
  }

  @Override
  List<String> eventsOf(Reply reply) {
    var events = new ArrayList<String>();
    ObjectNode first = JSON.createObjectNode().put("role", "assistant").put("content", "");
    events.add(event(chunk(reply, first, null)));
    int call = 0;
    for (Part part : reply.parts()) {
      switch (part) {
        case Part.Text text ->
            pieces(text.text())
                .forEach(piece ->
                    events.add(
                        event(chunk(reply, JSON.createObjectNode().put("content", piece), null))));
        case Part.ToolUse use -> {
          events.addAll(callPieces(reply, call, use));
          call++;
        }
        case Part.Thinking thinking -> throw new IllegalArgumentException("not here: " + thinking);
        case Part.RedactedThinking thinking ->
            throw new IllegalArgumentException("not here: " + thinking);
        case Part.Image image -> throw new IllegalArgumentException("models do not draw: " + image);
        case Part.ToolResult result ->
            throw new IllegalArgumentException("results are the user's: " + result);
      }
    }
    return events;
  }

  @Override
  List<String> endOf(Reply reply) {
    String reason =
        switch (reply.stop()) {
          case END_TURN -> "stop";
          case TOOL_USE -> "tool_calls";
          case MAX_TOKENS -> "length";
          case REFUSED -> "content_filter";
        };
    ObjectNode usage = envelope(reply);
    usage.putArray("choices");
    var numbers =
        usage
            .putObject("usage")
            .put("prompt_tokens", reply.usage().promptTokens())
            .put("completion_tokens", reply.usage().outputTokens())
            .put("total_tokens", reply.usage().promptTokens() + reply.usage().outputTokens());
    numbers
        .putObject("prompt_tokens_details")
        .put("cached_tokens", reply.usage().cacheReadTokens());
    return List.of(
        event(chunk(reply, JSON.createObjectNode(), reason)), event(usage), "data: [DONE]\n\n");
  }

  private static List<String> callPieces(Reply reply, int index, Part.ToolUse use) {
    var events = new ArrayList<String>();
    ObjectNode head = JSON.createObjectNode();
    ObjectNode call = head.putArray("tool_calls").addObject();
    call.put("index", index).put("id", use.id()).put("type", "function");
    call.putObject("function").put("name", use.name()).put("arguments", "");
    events.add(event(chunk(reply, head, null)));
    for (String piece : pieces(inputText(use))) {
      ObjectNode next = JSON.createObjectNode();
      ArrayNode calls = next.putArray("tool_calls");
      calls.addObject().put("index", index).putObject("function").put("arguments", piece);
      events.add(event(chunk(reply, next, null)));
    }
    return events;
  }

  private static ObjectNode envelope(Reply reply) {
    return JSON.createObjectNode()
        .put("id", "chatcmpl-1")
        .put("object", "chat.completion.chunk")
        .put("created", 1_700_000_000)
        .put("model", reply.model());
  }

  private static ObjectNode chunk(Reply reply, ObjectNode delta, String finishReason) {
    ObjectNode chunk = envelope(reply);
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.put("finish_reason", finishReason);
    return chunk;
  }

  private static String event(ObjectNode data) {
    return "data: " + data + "\n\n";
  }
}
