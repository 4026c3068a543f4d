package io.agentservice.llm;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who speaks. The results of tools are part of the user's side. */
public enum Role {
  /** People, the service, and the results of tools. */
  @JsonProperty("user")
  USER,
  /** The model. */
  @JsonProperty("assistant")
  ASSISTANT
}
