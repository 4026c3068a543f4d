package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.http.answers.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The text messages of {@code agent-terminal.v1}. */
public final class Words {
  public static final String PROTOCOL = "agent-terminal.v1";

  private Words() {}

  private record Start(String type, long from, int rows, int columns) {}

  private record Resize(String type, int rows, int columns) {}

  private record Lost(String type, long from) {}

  private record Exit(String type, String reason, @Nullable Integer code) {}

  static String start(long from, Size size) {
    return text(new Start("start", from, size.rows(), size.columns()));
  }

  static String resize(Size size) {
    return text(new Resize("resize", size.rows(), size.columns()));
  }

  static String lost(long from) {
    return text(new Lost("lost", from));
  }

  static String exit(Ending ending) {
    return text(new Exit("exit", ending.reason(), ending.code()));
  }

  private static String text(Object message) {
    return Json.MAPPER.writeValueAsString(message);
  }

  /** The size that a viewer asks for; null: it says something else. */
  static @Nullable Size asked(String text) {
    try {
      var said = Json.MAPPER.readTree(text);
      if (!said.path("type").asString("").equals("resize")) {
        return null;
      }
      var size = new Size(said.path("rows").asInt(0), said.path("columns").asInt(0));
      return size.fits() ? size : null;
    } catch (JacksonException _) {
      return null;
    }
  }
}
