package io.agentservice.wire.frames;

import io.avaje.jsonb.Json;
import io.avaje.jsonb.Jsonb;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text form of frames: one JSON object each, its {@code type} first. */
public final class Frames {
  /** Largest text frame, in bytes of UTF-8. */
  public static final int MAX_TEXT_BYTES = 8 << 20;

  static final Set<String> TO_REMOTE_TYPES =
      Set.of(
          "welcome",
          "exec",
          "attach",
          "input",
          "resize",
          "signal",
          "credit",
          "forget",
          "read_file",
          "write_file",
          "stat",
          "list_files",
          "browse",
          "desktop",
          "credential",
          "session_end");
  static final Set<String> TO_SERVER_TYPES =
      Set.of(
          "hello",
          "started",
          "exited",
          "file",
          "written",
          "listing",
          "browsed",
          "credential",
          "failed");

  private static final Jsonb JSON = Jsonb.builder().build();
  private static final TextForm<ToRemote> TO_REMOTE = new TextForm<>(JSON.type(ToRemote.class));
  private static final TextForm<ToServer> TO_SERVER = new TextForm<>(JSON.type(ToServer.class));
  private static final TextForm<Head> HEAD = new TextForm<>(JSON.type(Head.class));

  private Frames() {}

  public static String write(ToRemote frame) {
    return TO_REMOTE.toJson(frame);
  }

  public static String write(ToServer frame) {
    return TO_SERVER.toJson(frame);
  }

  /** Throws {@link BadFrameException} when it is malformed or of an unknown type. */
  public static ToRemote readToRemote(String json) {
    return read(json, TO_REMOTE, TO_REMOTE_TYPES);
  }

  /** Throws {@link BadFrameException} when it is malformed or of an unknown type. */
  public static ToServer readToServer(String json) {
    return read(json, TO_SERVER, TO_SERVER_TYPES);
  }

  private static <F> F read(String json, TextForm<F> form, Set<String> known) {
    try {
      return form.fromJson(json);
    } catch (RuntimeException e) { // the codec's own, and those of the records' constructors
      throw bad(json, e, known);
    }
  }

  private static BadFrameException bad(String json, RuntimeException cause, Set<String> known) {
    Head head;
    try {
      head = HEAD.fromJson(json);
    } catch (RuntimeException e) {
      return new BadFrameException("not a frame", null, null, false);
    }
    var unknown = head.type() != null && !known.contains(head.type());
    var what = unknown ? "unknown frame type" : "malformed frame";
    // The codec's message may quote the content, so only the kind of trouble is told.
    var message = what + " (" + cause.getClass().getSimpleName() + ")";
    return new BadFrameException(message, head.type(), head.id(), unknown);
  }

  /** What every frame may have: enough to answer one that cannot be read. */
  @Json
  record Head(@Nullable String type, @Nullable String id) {}
}
