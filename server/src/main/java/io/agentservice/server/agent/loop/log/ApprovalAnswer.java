package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What comes of a request for approval. */
public enum ApprovalAnswer {
  @JsonProperty("approved")
  APPROVED,
  /** And all that its rules ask about. */
  @JsonProperty("approved_for_session")
  APPROVED_FOR_SESSION,
  @JsonProperty("refused")
  REFUSED,
  /** A message came first, or the turn has ended. */
  @JsonProperty("withdrawn")
  WITHDRAWN
}
