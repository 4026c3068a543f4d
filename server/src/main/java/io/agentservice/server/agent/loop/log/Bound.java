package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which limit of {@code Limits} made the service ask. */
public enum Bound {
  @JsonProperty("steps")
  STEPS,
  @JsonProperty("tokens")
  TOKENS,
  @JsonProperty("time")
  TIME,
  @JsonProperty("repetition")
  REPETITION
}
