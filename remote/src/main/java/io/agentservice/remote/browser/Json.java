package io.agentservice.remote.browser;

import io.agentservice.wire.json.JsonObject;
import java.util.List;
import java.util.Map;

/** JSON of the DevTools protocol: objects whose members are looked up by name. */
final class Json {
  private Json() {}

  /** An object; members that are missing or of another kind read as empty. */
  record Node(Map<?, ?> members) {
    static final Node EMPTY = new Node(Map.of());

    boolean has(String name) {
      return members.get(name) != null;
    }

    String text(String name) {
      return members.get(name) instanceof String text ? text : "";
    }

    double number(String name) {
      return members.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    boolean flag(String name) {
      return members.get(name) instanceof Boolean flag && flag;
    }

    Node node(String name) {
      return members.get(name) instanceof Map<?, ?> node ? new Node(node) : EMPTY;
    }

    /** The objects of an array. */
    List<Node> nodes(String name) {
      return members.get(name) instanceof List<?> list
          ? list.stream()
              .map(item -> item instanceof Map<?, ?> node ? new Node(node) : EMPTY)
              .toList()
          : List.of();
    }

    List<?> list(String name) {
      return members.get(name) instanceof List<?> list ? list : List.of();
    }
  }

  /** Throws RuntimeException when it is malformed. */
  static Node read(String json) {
    return new Node(JsonObject.parse(json).fields());
  }

  /** Writes texts, numbers, booleans, lists and maps. */
  static String write(Map<String, ?> members) {
    return JsonObject.ofMap(members).toJson();
  }
}
