package io.agentservice.server.agent.loop.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Messages of JSON-RPC 2.0. */
final class JsonRpc {
  static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(64).build())
                  .build())
          .build();

  private JsonRpc() {}

  static ObjectNode request(String id, String method, JsonNode params) {
    return message(method, params).put("id", id);
  }

  /** Without an answer. */
  static ObjectNode message(String method, JsonNode params) {
    var message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    message.set("params", params);
    return message;
  }

  /** Null for what is no message. */
  static @Nullable ObjectNode read(String text) {
    return parse(text) instanceof ObjectNode message
            && message.path("jsonrpc").asString("").equals("2.0")
        ? message
        : null;
  }

  /** Null for what is no JSON. */
  static @Nullable JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  static boolean answers(ObjectNode message, ObjectNode request) {
    return !message.has("method") && message.path("id").equals(request.path("id"));
  }

  /** What we answer to a request of the server; null for what is none. */
  static @Nullable ObjectNode reply(ObjectNode message) {
    if (!message.has("method") || !message.has("id")) {
      return null;
    }
    var reply = JSON.createObjectNode().put("jsonrpc", "2.0");
    reply.set("id", message.path("id"));
    if (message.path("method").asString("").equals("ping")) {
      reply.putObject("result");
    } else {
      reply.putObject("error").put("code", -32601).put("message", "not offered by this client");
    }
    return reply;
  }
}
