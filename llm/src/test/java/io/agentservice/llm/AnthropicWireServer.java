package io.agentservice.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Plays the Anthropic Messages API. */
public final class AnthropicWireServer extends WireServer {

  /** The key that {@link #settings} carries. */
  public static final String KEY = "sk-ant-test-0123456789";

  @Override
  public Map<String, String> settings(String model) {
    return Map.of(
        "AGENT_MODEL",
        "anthropic:" + model,
        "AGENT_ANTHROPIC_API_KEY",
        KEY,
        "AGENT_ANTHROPIC_BASE_URL",
        baseUrl());
  }

  @Override
  String basePath() {
    return "";
  }

  @Override
  String completionPath() {
    return "/v1/messages";
  }

  @Override
  ObjectNode errorBody(String code, String message) {
    var body = JSON.createObjectNode().put("type", "error").put("request_id", "req_1");
    body.putObject("error").put("type", code).put("message", message);
    return body;
  }

  @Override
  List<String> eventsOf(Reply reply) {
    var events = new ArrayList<String>();
    var start = JSON.createObjectNode().put("type", "message_start");
    var message =
        start
            .putObject("message")
            .put("id", "msg_1")
            .put("type", "message")
            .put("role", "assistant")
            .put("model", reply.model());
    message.putArray("content");
    message.putNull("stop_reason");
    message.putNull("stop_sequence");
    message
        .putObject("usage")
        .put("input_tokens", reply.usage().inputTokens())
        .put("cache_creation_input_tokens", reply.usage().cacheWriteTokens())
        .put("cache_read_input_tokens", reply.usage().cacheReadTokens())
        .put("output_tokens", 1);
    events.add(event(start));
    events.add(event(JSON.createObjectNode().put("type", "ping")));
    for (int i = 0; i < reply.parts().size(); i++) {
      events.addAll(block(i, reply.parts().get(i)));
    }
    return events;
  }

  @Override
  List<String> endOf(Reply reply) {
    var delta = JSON.createObjectNode().put("type", "message_delta");
    delta
        .putObject("delta")
        .put(
            "stop_reason",
            switch (reply.stop()) {
              case END_TURN -> "end_turn";
              case TOOL_USE -> "tool_use";
              case MAX_TOKENS -> "max_tokens";
              case REFUSED -> "refusal";
            })
        .putNull("stop_sequence");
    delta.putObject("usage").put("output_tokens", reply.usage().outputTokens());
    return List.of(event(delta), event(JSON.createObjectNode().put("type", "message_stop")));
  }

  private static List<String> block(int index, Part part) {
    var events = new ArrayList<String>();
    var start = JSON.createObjectNode().put("type", "content_block_start").put("index", index);
    ObjectNode block = start.putObject("content_block");
    var deltas = new ArrayList<ObjectNode>();
    switch (part) {
      case Part.Text text -> {
        block.put("type", "text").put("text", "");
        pieces(text.text()).forEach(piece -> deltas.add(delta("text_delta", "text", piece)));
      }
      case Part.Thinking thinking -> {
        block.put("type", "thinking").put("thinking", "").put("signature", "");
        pieces(thinking.text())
            .forEach(piece -> deltas.add(delta("thinking_delta", "thinking", piece)));
        deltas.add(delta("signature_delta", "signature", thinking.signature()));
      }
      case Part.RedactedThinking redacted ->
          block.put("type", "redacted_thinking").put("data", redacted.data());
      case Part.ToolUse use -> {
        block.put("type", "tool_use").put("id", use.id()).put("name", use.name());
        block.putObject("input");
        deltas.add(delta("input_json_delta", "partial_json", ""));
        pieces(inputText(use))
            .forEach(piece -> deltas.add(delta("input_json_delta", "partial_json", piece)));
      }
      case Part.Image image -> throw new IllegalArgumentException("models do not draw: " + image);
      case Part.ToolResult result ->
          throw new IllegalArgumentException("results are the user's: " + result);
    }
    events.add(event(start));
    for (ObjectNode delta : deltas) {
      var event = JSON.createObjectNode().put("type", "content_block_delta").put("index", index);
      event.set("delta", delta);
      events.add(event(event));
    }
    events.add(
        event(JSON.createObjectNode().put("type", "content_block_stop").put("index", index)));
    return events;
  }

  private static ObjectNode delta(String type, String field, String piece) {
    return JSON.createObjectNode().put("type", type).put(field, piece);
  }

  private static String event(ObjectNode data) {
    return "event: " + data.get("type").stringValue() + "\ndata: " + data + "\n\n";
  }
}
