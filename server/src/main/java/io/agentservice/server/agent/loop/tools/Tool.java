package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something that the model can have done; stateless. Throws {@link ToolInputException}, with
 * nothing changed, for an impossible call.
 */
public interface Tool {
  ToolSpec spec();

  /** Checks a call, changing nothing; answers facts for {@link #recover}, or null. */
  @Nullable JsonNode prepare(Input input, ToolContext context);

  /** Carries out a call that has been prepared and written down. */
  Outcome run(Call call, ToolContext context);

  /** Finishes a call without a result after a crash, without doing anything twice. */
  Outcome recover(Call call, ToolContext context);

  /** Whether it only says something to people. */
  default boolean speaks() {
    return false;
  }

  /** Whether a call does nothing but wait, by {@link ToolContext#waits}. */
  default boolean waits() {
    return false;
  }

  /** Whether the machine's journal holds the call under its command id. */
  default boolean journaled() {
    return false;
  }

  /** {@code commandId} on the machine; {@code facts} from {@link Tool#prepare}. */
  record Call(String commandId, Input input, @Nullable JsonNode facts) {}
}
