package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What of old messages is cut. */
public enum Depth {
  /** Results of tools. */
  @JsonProperty("results")
  RESULTS,
  /** Also what the model said and the input of its calls. */
  @JsonProperty("own")
  OWN,
  /** Also what people said. */
  @JsonProperty("all")
  ALL
}
