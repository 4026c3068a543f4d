package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a {@link LoopEvent.Nudge} was about. */
public enum About {
  /** A turn called no tool; when the next one doesn't either, its text ends the task. */
  @JsonProperty("no_call")
  NO_CALL
}
