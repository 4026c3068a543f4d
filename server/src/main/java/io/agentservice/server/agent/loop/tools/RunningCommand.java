package io.agentservice.server.agent.loop.tools;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a call of {@code bash} runs, for those who wait for its end.
 *
 * @param atMost how long it runs, or is waited for
 * @param goesOn whether it goes on in the background after that
 */
public record RunningCommand(String script, Duration atMost, boolean goesOn) {
  /** Null for calls of other tools; {@code input} is that of a call that has begun. */
  public static @Nullable RunningCommand of(String tool, JsonNode input) {
    if (!tool.equals(BashTool.TOOL) || !(input instanceof ObjectNode object)) {
      return null;
    }
    var call = new Input(object);
    return new RunningCommand(
        call.text("command"),
        Duration.ofSeconds(BashTool.timeoutSeconds(call)),
        BashTool.movesOn(call));
  }
}
