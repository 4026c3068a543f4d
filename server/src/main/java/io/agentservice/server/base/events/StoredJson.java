package io.agentservice.server.base.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.FloatNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * JSON as a column of jsonb gives it back, down to its bytes: members in the column's order,
 * numbers without an exponent, and another character in the place of the one that it can't hold.
 * What is kept in memory in this form is what is read again after a restart.
 */
public final class StoredJson {
  private static final char IN_ITS_PLACE = '\uFFFD';

  /** Short names first, then by their bytes. */
  private static final Comparator<byte[]> ORDER =
      Comparator.<byte[]>comparingInt(name -> name.length).thenComparing(Arrays::compareUnsigned);

  private StoredJson() {}

  public static JsonNode of(JsonNode json) {
    return switch (json) {
      case ObjectNode object -> ordered(object);
      case ArrayNode array -> {
        var elements = JsonMapper.shared().createArrayNode();
        array.forEach(element -> elements.add(of(element)));
        yield elements;
      }
      case StringNode text -> StringNode.valueOf(text(text.stringValue()));
      case DoubleNode number -> number(number);
      case FloatNode number -> number(number);
      default -> json;
    };
  }

  private static ObjectNode ordered(ObjectNode object) {
    var members = new TreeMap<byte[], JsonNode>(ORDER);
    object
        .properties()
        .forEach(
            member -> members.put(text(member.getKey()).getBytes(UTF_8), of(member.getValue())));
    var ordered = JsonMapper.shared().createObjectNode();
    members.forEach((name, value) -> ordered.set(new String(name, UTF_8), value));
    return ordered;
  }

  /** The column has no character 0, and no half of one that takes two. */
  private static String text(String text) {
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        whole = whole == null ? new StringBuilder(text) : whole;
        whole.setCharAt(i, IN_ITS_PLACE);
      }
    }
    return whole == null ? text : whole.toString();
  }

  private static JsonNode number(JsonNode number) {
    double value = number.doubleValue();
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return StringNode.valueOf(Double.toString(value)); // no JSON has it: written as a text
    }
    var digits = new BigDecimal(number.toString());
    if (digits.signum() == 0) {
      return JsonMapper.shared().getNodeFactory().numberNode(0.0);
    }
    return digits.scale() > 0
        ? number
        : JsonMapper.shared().readTree(digits.toBigIntegerExact().toString());
  }
}
