package io.agentservice.wire.frames;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;

/** The text form of frames: one JSON object each, its {@code type} first. */
public final class Frames {
  private static final Jsonb JSON = Jsonb.builder().build();
  private static final JsonType<ToRemote> TO_REMOTE = JSON.type(ToRemote.class);
  private static final JsonType<ToServer> TO_SERVER = JSON.type(ToServer.class);

  private Frames() {}

  public static String write(ToRemote frame) {
    return TO_REMOTE.toJson(frame);
  }

  public static String write(ToServer frame) {
    return TO_SERVER.toJson(frame);
  }

  public static ToRemote readToRemote(String json) {
    return TO_REMOTE.fromJson(json);
  }

  public static ToServer readToServer(String json) {
    return TO_SERVER.fromJson(json);
  }
}
