package io.agentservice.server.agent.replay;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.CallEndings;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.tools.Outcome;
import io.agentservice.server.base.crypto.Sha256;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call, recorded or now, in one form.
 *
 * @param exitCode of a command that ended by itself; else null
 * @param text as the model sees it, a picture as its size and digest
 * @param output of a command, where the model does not see all; itself perhaps cut
 * @param cutOff why it has no outcome of its own; null where it has
 */
public record CallResult(
    boolean error,
    @Nullable Integer exitCode,
    String text,
    @Nullable String output,
    @Nullable String cutOff) {

  /**
   * Of the data of a {@code tool_result}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static CallResult recorded(String data) {
    if (LoopEvents.read("tool_result", data) instanceof LoopEvent.ToolResult result) {
      return new CallResult(
          result.error(),
          result.exitCode(),
          text(result.content()),
          result.output(),
          cutOff(result.content()));
    }
    throw new IllegalArgumentException("no result of a tool");
  }

  static CallResult of(Outcome outcome) {
    var command = outcome.command();
    return new CallResult(
        outcome.error(),
        command == null ? null : command.exitCode(),
        text(outcome.content()),
        command == null ? null : command.output(),
        null);
  }

  private static @Nullable String cutOff(List<Part> content) {
    if (CallEndings.isUnknown(content)) {
      return "nobody knows how far it came";
    }
    if (CallEndings.isInterrupted(content)) {
      return "it was interrupted or not run";
    }
    var text = text(content);
    if (text.startsWith("The user has written;") || text.startsWith("The user has woken")) {
      return "a person ended it"; // a wait
    }
    return text.startsWith("[not run]") ? "a guardrail kept it back" : null;
  }

  private static String text(List<Part> content) {
    return content.stream().map(CallResult::text).collect(Collectors.joining("\n"));
  }

  private static String text(Part part) {
    return switch (part) {
      case Part.Text(String words) -> words;
      case Part.Image(String type, String base64) ->
          "[picture %s, %d characters, SHA-256 %s]".formatted(type, base64.length(), hash(base64));
      default -> "";
    };
  }

  private static String hash(String text) {
    return Sha256.hex(text);
  }
}
