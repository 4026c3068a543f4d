package io.agentservice.wire.frames;

import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The text form of frames: one JSON object each, its {@code type} first. */
public final class Frames {
  /** Largest text frame, in bytes of UTF-8. */
  public static final int MAX_TEXT_BYTES = 8 << 20;

  /**
   * On a refused upgrade: the close code (gateway-protocol.md 1) that a connection would have got.
   */
  public static final String CLOSE_CODE_HEADER = "Agent-Close-Code";

  private Frames() {}

  public static String write(ToRemote frame) {
    return ToRemoteJson.write(frame).toJson();
  }

  public static String write(ToServer frame) {
    return ToServerJson.write(frame).toJson();
  }

  /** Throws {@link BadFrameException} when it is malformed or of an unknown type. */
  public static ToRemote readToRemote(String json) {
    return read(json, ToRemoteJson::read);
  }

  /** Throws {@link BadFrameException} when it is malformed or of an unknown type. */
  public static ToServer readToServer(String json) {
    return read(json, ToServerJson::read);
  }

  private static <F> F read(String json, BiFunction<String, Fields, @Nullable F> reader) {
    var frame = parse(json);
    var type = frame.text("type");
    var id = frame.text("id");
    if (type == null) {
      throw new BadFrameException("frame without a type", null, id, false);
    }
    F read;
    try {
      read = reader.apply(type, new Fields(frame));
    } catch (JsonException e) {
      throw new BadFrameException("malformed frame: " + e.getMessage(), type, id, false);
    }
    if (read == null) {
      throw new BadFrameException("unknown frame type", type, id, true);
    }
    return read;
  }

  private static JsonObject parse(String json) {
    try {
      return JsonObject.parse(json);
    } catch (JsonException e) {
      throw new BadFrameException("not a frame: " + e.getMessage(), null, null, false);
    }
  }
}
