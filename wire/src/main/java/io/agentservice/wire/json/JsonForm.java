package io.agentservice.wire.json;

import java.util.function.Function;

/**
 * The JSON of a type's values.
 *
 * @param <T> what is written and read
 * @param writer makes the object of a value
 * @param reader makes the value of an object's fields
 */
public record JsonForm<T>(Function<T, JsonObject> writer, Function<Fields, T> reader) {

  /** The value on one line. */
  public String toJson(T value) {
    return writer.apply(value).toJson();
  }

  /**
   * Reads one value; fields that it does not know are passed over.
   *
   * @throws JsonException when the text is not one
   */
  public T fromJson(String json) {
    return reader.apply(new Fields(JsonObject.parse(json)));
  }
}
