package io.agentservice.cli.session.replay;

import io.agentservice.server.agent.replay.CallResult;
import io.agentservice.wire.json.JsonObject;

/** What carries out calls of tools. */
interface Calls {
  /** Where they begin. */
  String directory();

  /** Carries one out. */
  CallResult run(String tool, JsonObject input);
}
