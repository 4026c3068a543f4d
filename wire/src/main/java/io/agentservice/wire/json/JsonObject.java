package io.agentservice.wire.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose shape the caller knows: fields by name, in the order of the text. Values are
 * String, Long, Double, Boolean, List, Map or null.
 *
 * @param fields the fields; not copied, not to be changed afterwards
 */
public record JsonObject(Map<String, @Nullable Object> fields) implements HasFields {
  /**
   * Reads the text of one object, however long its texts are.
   *
   * @throws JsonException when the text is not a JSON object
   */
  public static JsonObject parse(String text) {
    return new JsonObject(JsonText.read(text));
  }

  /** An object of alternating names and values; entries whose value is null are left out. */
  public static JsonObject of(@Nullable Object... namesAndValues) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
      var value = namesAndValues[i + 1];
      if (value != null) {
        fields.put(
            String.valueOf(namesAndValues[i]), value instanceof JsonObject o ? o.fields : value);
      }
    }
    return new JsonObject(fields);
  }

  /** As above, but null is a value as others are. */
  public static JsonObject whole(@Nullable Object... namesAndValues) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
      fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return new JsonObject(fields);
  }

  /** The text of the field; numbers and booleans as they are written; null when absent or null. */
  public @Nullable String text(String name) {
    return switch (fields.get(name)) {
      case String s -> s;
      case Number n -> JsonText.plain(n);
      case Boolean b -> b.toString();
      case null, default -> null;
    };
  }

  /**
   * The text of a field that must be there.
   *
   * @throws JsonException when it is not
   */
  public String required(String name) {
    var text = text(name);
    if (text == null) {
      throw new JsonException("Field " + name + " is missing in the answer");
    }
    return text;
  }

  /** The number of the field, rounded down; {@code otherwise} when it is not a number. */
  public long number(String name, long otherwise) {
    return fields.get(name) instanceof Number n ? n.longValue() : otherwise;
  }

  /** The number of the field, rounded down; null when it is not a number. */
  public @Nullable Long numberOrNull(String name) {
    return fields.get(name) instanceof Number n ? n.longValue() : null;
  }

  /** The number of the field as it is written; 0 when it is not a number. */
  public BigDecimal decimal(String name) {
    return fields.get(name) instanceof Number n
        ? new BigDecimal(JsonText.plain(n))
        : BigDecimal.ZERO;
  }

  /** True only when the field is {@code true}. */
  public boolean isTrue(String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  /** The object of the field; an empty one when it is not an object. */
  public JsonObject object(String name) {
    return wrap(fields.get(name));
  }

  /** The values of the field; empty when it is not an array. */
  public List<@Nullable Object> list(String name) {
    return fields.get(name) instanceof List<?> list
        ? new ArrayList<@Nullable Object>(list)
        : List.of();
  }

  /** The objects among the values of the field, in order. */
  public List<JsonObject> objects(String name) {
    return list(name).stream().filter(Map.class::isInstance).map(JsonObject::wrap).toList();
  }

  private static JsonObject wrap(@Nullable Object value) {
    return ofMap(value instanceof Map<?, ?> map ? map : Map.of());
  }

  /** An object of these fields. */
  public static JsonObject ofMap(Map<?, ?> map) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    map.forEach((name, field) -> fields.put(String.valueOf(name), field));
    return new JsonObject(fields);
  }

  /** The JSON text on one line. */
  public String toJson() {
    return JsonText.write(fields);
  }
}
