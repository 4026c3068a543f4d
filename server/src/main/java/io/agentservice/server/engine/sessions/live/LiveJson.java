package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The frames of the stream. */
final class LiveJson {
  static final byte[] KEEPALIVE = ": keepalive\n\n".getBytes(StandardCharsets.UTF_8);

  private LiveJson() {}

  record Position(String position) {}

  record Attention(SessionId sessionId, String kind, @Nullable String title) {}

  static byte[] begin(String position) {
    return frame("begin", position, new Position(position));
  }

  static byte[] reset(String position) {
    return frame("reset", position, new Position(position));
  }

  static byte[] session(Session session, String position, String base) {
    return frame("session", position, SessionJson.of(session, base));
  }

  /** Null when it is nobody's turn. */
  static byte @Nullable [] attention(Session session, String position) {
    String kind = Turn.kind(session);
    return kind == null
        ? null
        : frame(
            "attention",
            position,
            new Attention(session.sessionId(), kind, session.task().title()));
  }

  private static byte[] frame(String name, String position, Object data) {
    return "id: %s\nevent: %s\ndata: %s\n\n"
        .formatted(position, name, Json.MAPPER.writeValueAsString(data))
        .getBytes(StandardCharsets.UTF_8);
  }
}
