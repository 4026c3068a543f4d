package io.agentservice.client;

import io.agentservice.wire.frames.FrameReader;
import io.avaje.json.JsonDataException;
import io.avaje.json.mapper.JsonMapper;
import io.avaje.json.stream.JsonStream;
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
public record JsonObject(Map<String, @Nullable Object> fields) {
  /** What the service reads and writes may be nested this deep, and then some. */
  private static final int MAX_DEPTH = 1000;

  private static final JsonStream STREAM =
      JsonStream.builder().serializeNulls(true).serializeEmpty(true).build();

  private static final JsonMapper JSON = JsonMapper.builder().jsonStream(STREAM).build();

  /**
   * Reads the text of one object, however long its texts are.
   *
   * @throws io.avaje.json.JsonException when the text is not a JSON object
   */
  @SuppressWarnings("NullAway") // the library's map may hold nulls; its signature does not say so
  public static JsonObject parse(String text) {
    var reader = new FrameReader(text, MAX_DEPTH);
    var fields = JSON.fromJsonObject(reader);
    reader.requireEnd();
    return new JsonObject(fields);
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
   * @throws JsonDataException when it is not
   */
  public String required(String name) {
    var text = text(name);
    if (text == null) {
      throw new JsonDataException("Field " + name + " is missing in the answer");
    }
    return text;
  }

  /** The number of the field, rounded down; {@code otherwise} when it is not a number. */
  public long number(String name, long otherwise) {
    return fields.get(name) instanceof Number n ? n.longValue() : otherwise;
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
    var fields = new LinkedHashMap<String, @Nullable Object>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) -> fields.put(String.valueOf(name), field));
    }
    return new JsonObject(fields);
  }

  /** The JSON text on one line. */
  public String toJson() {
    return JsonText.of(fields);
  }
}
