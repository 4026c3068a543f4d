package io.agentservice.server.agent.loop.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What has become of an MCP server in a session. */
public enum McpStanding {
  /** Its program is about to be started; written before anything is sent to the machine. */
  @JsonProperty("starting")
  STARTING,
  /** Its tools were listed. */
  @JsonProperty("ready")
  READY,
  /** The session works without it. */
  @JsonProperty("unavailable")
  UNAVAILABLE
}
