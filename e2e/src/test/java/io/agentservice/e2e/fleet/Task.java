package io.agentservice.e2e.fleet;

import java.util.List;

/** What the recorded model of every session does: two commands, then it is done. */
final class Task {
  /** The call whose command writes its own id into the session's file, and leaves a daemon. */
  static final String WRITES = "replay-1-1";

  static final List<String> CALLS = List.of(WRITES, "replay-2-1", "replay-3-1");

  static final String TRANSCRIPT =
      """
      {"name": "fleet", "model": "recorded", "turns": [
        {"text": "I write.", "tool_calls": [{"name": "bash", "input": {"command":
          "echo $AGENT_COMMAND_ID >> $AGENT_SESSION_ID.txt; setsid sleep 600 </dev/null >/dev/null 2>&1 & sleep 0.7; echo written"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "cat $AGENT_SESSION_ID.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  private Task() {}
}
