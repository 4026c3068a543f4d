package io.agentservice.wire.frames;

import io.avaje.jsonb.JsonType;
import java.io.StringWriter;

/**
 * The JSON text of a type's values. The codec's own writing to a text fails on a thread's first
 * long text that is full of control characters, such as a program's coloured output: its buffer
 * grows by half, where such a text needs more. Writing to a stream flushes the buffer instead.
 *
 * @param <T> what is written and read
 */
public record TextForm<T>(JsonType<T> codec) {

  /** The value on one line. */
  public String toJson(T value) {
    var text = new StringWriter();
    codec.toJson(value, text);
    return text.toString();
  }

  /**
   * Reads one value, however long its texts are.
   *
   * @throws io.avaje.json.JsonException when the text is not one
   */
  public T fromJson(String json) {
    var reader = new FrameReader(json);
    var value = codec.fromJson(reader);
    reader.requireEnd();
    return value;
  }
}
