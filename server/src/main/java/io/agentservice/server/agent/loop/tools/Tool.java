package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something the model can have done. Stateless. All methods throw {@link ToolInputException} when
 * the call can't be carried out as it is; nothing has been changed then.
 */
public interface Tool {
  ToolSpec spec();

  /**
   * Checks a call and looks up what {@link #recover} will need; changes nothing.
   *
   * @return facts to be kept in the intent; null for none
   */
  @Nullable JsonNode prepare(Input input, Desk desk);

  /** Carries out a call that has been prepared and written down. */
  Outcome run(Call call, Desk desk);

  /**
   * Finishes a call whose intent is in the log but whose result is not: a crash or a lost machine
   * came between. Must not do a second time what may already have been done.
   */
  Outcome recover(Call call, Desk desk);

  /** Whether it only says something to people. */
  default boolean speaks() {
    return false;
  }

  /** Whether the machine's journal holds the call under its command id. */
  default boolean journaled() {
    return false;
  }

  /**
   * A call in the log.
   *
   * @param commandId the id to run it under on the machine
   * @param facts what {@link Tool#prepare} gave
   */
  record Call(String commandId, Input input, @Nullable JsonNode facts) {}
}
