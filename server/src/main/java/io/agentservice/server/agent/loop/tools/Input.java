package io.agentservice.server.agent.loop.tools;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The input of a call; reading it checks it. */
public record Input(ObjectNode json) {
  String text(String name) {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      throw new ToolInputException("The input needs " + name + ", a text; it is missing.");
    }
    if (!value.isString()) {
      throw new ToolInputException(name + " must be a text, not " + kind(value) + ".");
    }
    return value.stringValue();
  }

  /** A text; null when it is not given. */
  @Nullable String optionalText(String name) {
    var value = json.get(name);
    return value == null || value.isNull() ? null : text(name);
  }

  /** A text that must be there and say something. */
  String words(String name) {
    var text = text(name);
    if (text.isBlank()) {
      throw new ToolInputException(name + " must not be empty.");
    }
    return text;
  }

  /** A whole number within bounds; null when it is not given. */
  @Nullable Integer number(String name, int least, int most) {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw new ToolInputException(name + " must be a whole number, not " + kind(value) + ".");
    }
    int number = value.intValue();
    if (number < least || number > most) {
      throw new ToolInputException(
          name + " must be from " + least + " to " + most + ", not " + number + ".");
    }
    return number;
  }

  /** True or false; false when it is not given. */
  boolean flag(String name) {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      return false;
    }
    if (!value.isBoolean()) {
      throw new ToolInputException(name + " must be true or false, not " + kind(value) + ".");
    }
    return value.booleanValue();
  }

  /** A list of texts; null when it is not given. */
  @Nullable List<String> texts(String name) {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isArray() || !value.valueStream().allMatch(JsonNode::isString)) {
      throw new ToolInputException(name + " must be a list of texts.");
    }
    return value.valueStream().map(JsonNode::stringValue).toList();
  }

  /** A list of objects, at least one; null when it is not given. */
  @Nullable List<Input> objects(String name, int most) {
    var value = json.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isArray() || !value.valueStream().allMatch(JsonNode::isObject)) {
      throw new ToolInputException(name + " must be a list of objects.");
    }
    if (value.isEmpty() || value.size() > most) {
      throw new ToolInputException("%s must have 1 to %d entries.".formatted(name, most));
    }
    return value.valueStream().map(one -> new Input((ObjectNode) one)).toList();
  }

  /** Any value; null when it is not given. */
  @Nullable JsonNode any(String name) {
    return json.get(name);
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case BOOLEAN -> "true or false";
      case NUMBER -> "the number " + value;
      case STRING -> "a text";
      case NULL, MISSING -> "nothing";
      case BINARY, POJO -> "that";
    };
  }
}
