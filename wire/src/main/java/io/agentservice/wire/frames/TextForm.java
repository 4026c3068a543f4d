package io.agentservice.wire.frames;

import io.avaje.jsonb.JsonType;
import java.io.StringWriter;

/**
 * The JSON text of a type's values. Writes to a stream, since the codec's own writing to a text
 * fails on a long one that is full of control characters.
 */
public record TextForm<T>(JsonType<T> codec) {

  public String toJson(T value) {
    var text = new StringWriter();
    codec.toJson(value, text);
    return text.toString();
  }

  /** Reads one value, however long its texts are. */
  public T fromJson(String json) {
    var reader = new FrameReader(json);
    var value = codec.fromJson(reader);
    reader.requireEnd();
    return value;
  }
}
