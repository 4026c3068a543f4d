package io.agentservice.server.agent.driver;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.engine.sessions.parts.Manner;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the output of a session is to look like. */
final class OutputShape {
  /** A shape that the user's words ask for is a wish: what the agent gives is taken as it is. */
  private static final String ANY =
      """
      {"type": "object", "description": "In the shape that the user asks for, if he asks for one"}
      """;

  private OutputShape() {}

  /** A JSON Schema; null when none is wanted. */
  static @Nullable JsonNode of(Session session, Manner manner) {
    String own = session.task().structuredOutputSchema();
    if (own == null && !manner.anyOutput()) {
      return null;
    }
    return Json.MAPPER.readTree(own == null ? ANY : own);
  }
}
