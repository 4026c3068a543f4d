package io.agentservice.llm;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a model's turn ended. */
public enum Stop {
  @JsonProperty("end_turn")
  END_TURN,
  /** The model waits for the results of its tool calls. */
  @JsonProperty("tool_use")
  TOOL_USE,
  /** The output limit or the context window is used up; the last part may be cut off. */
  @JsonProperty("max_tokens")
  MAX_TOKENS,
  /** The model or its provider declines; what was said so far may be partial. */
  @JsonProperty("refused")
  REFUSED
}
