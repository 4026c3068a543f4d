package io.agentservice.wire.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object, each of a kind that the reader knows. Absent and null are the same; a
 * value of another kind is a {@link JsonException}.
 */
public record Fields(JsonObject object) {

  /** A text that must be there. */
  public String text(String name) {
    var text = textOrNull(name);
    if (text == null) {
      throw missing(name);
    }
    return text;
  }

  public @Nullable String textOrNull(String name) {
    return value(name, String.class);
  }

  /** A number without fraction; 0 when absent. */
  public long number(String name) {
    var number = numberOrNull(name);
    return number == null ? 0 : number;
  }

  public @Nullable Long numberOrNull(String name) {
    return value(name, Long.class);
  }

  /** As {@link #number}, of 32 bits. */
  public int integer(String name) {
    var number = integerOrNull(name);
    return number == null ? 0 : number;
  }

  public @Nullable Integer integerOrNull(String name) {
    var number = numberOrNull(name);
    if (number == null) {
      return null;
    }
    if (number != number.intValue()) {
      throw otherKind(name);
    }
    return number.intValue();
  }

  /** False when absent. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(value(name, Boolean.class));
  }

  /** An object that must be there. */
  public <T> T one(String name, Function<Fields, T> reader) {
    var one = oneOrNull(name, reader);
    if (one == null) {
      throw missing(name);
    }
    return one;
  }

  public <T> @Nullable T oneOrNull(String name, Function<Fields, T> reader) {
    var map = value(name, Map.class);
    return map == null ? null : reader.apply(of(name, map));
  }

  /** The objects of a list that must be there. */
  public <T> List<T> all(String name, Function<Fields, T> reader) {
    return list(name).stream().map(item -> reader.apply(of(name, item))).toList();
  }

  /** The texts of a list that must be there. */
  public List<String> texts(String name) {
    return list(name).stream().map(item -> text(name, item)).toList();
  }

  /** The texts of a list; null when absent. */
  public @Nullable List<String> textsOrNull(String name) {
    return object.fields().get(name) == null ? null : texts(name);
  }

  /** An object whose fields are all texts; empty when absent. */
  public Map<String, String> textsByName(String name) {
    var texts = new LinkedHashMap<String, String>();
    var map = value(name, Map.class);
    if (map != null) {
      of(name, map).object.fields().forEach((key, value) -> texts.put(key, text(name, value)));
    }
    return texts;
  }

  private List<?> list(String name) {
    var list = value(name, List.class);
    if (list == null) {
      throw missing(name);
    }
    return list;
  }

  private <T> @Nullable T value(String name, Class<T> kind) {
    var value = object.fields().get(name);
    if (value == null || kind.isInstance(value)) {
      return kind.cast(value);
    }
    throw otherKind(name);
  }

  private static String text(String name, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw otherKind(name);
  }

  private static Fields of(String name, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return new Fields(JsonObject.ofMap(map));
    }
    throw otherKind(name);
  }

  private static JsonException missing(String name) {
    return new JsonException("field " + name + " is missing");
  }

  private static JsonException otherKind(String name) {
    return new JsonException("field " + name + " is of another kind");
  }
}
