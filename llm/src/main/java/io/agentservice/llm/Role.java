package io.agentservice.llm;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who speaks. The results of tools are part of the user's side. */
public enum Role {
  @JsonProperty("user")
  USER,
  @JsonProperty("assistant")
  ASSISTANT
}
