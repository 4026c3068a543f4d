package io.agentservice.server.agent.loop.log;

import io.agentservice.llm.Part;
import java.util.List;

/** The words in results of calls that say how a call ended without an outcome of its own. */
public final class CallEndings {
  /** At the end: a person cut it off. */
  public static final String INTERRUPTED = "[interrupted by the user]";

  /** At the beginning: a crash came between. */
  public static final String UNKNOWN = "[outcome unknown]";

  /** At the beginning: it was not begun, for the turn has ended. */
  public static final String NOT_RUN = "[not run: ";

  private CallEndings() {}

  /** By a person, or not begun at all. */
  public static boolean isInterrupted(List<Part> content) {
    return !content.isEmpty()
        && (text(content.getLast()).equals(INTERRUPTED)
            || text(content.getFirst()).startsWith(NOT_RUN));
  }

  public static boolean isUnknown(List<Part> content) {
    return !content.isEmpty() && text(content.getFirst()).startsWith(UNKNOWN);
  }

  private static String text(Part part) {
    return part instanceof Part.Text(String text) ? text : "";
  }
}
