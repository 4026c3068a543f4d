package io.agentservice.server.agent.loop.approvals;

import io.agentservice.server.agent.loop.shell.ShellScript;
import java.util.List;
import java.util.Set;

/** What of a command changes something beyond its machine, by the usual rules of approvals. */
public final class OutwardCommands {
  private OutwardCommands() {}

  /** The rules that it falls under; empty when none can be told. */
  public static Set<String> in(String command) {
    return new RiskyCommands(List.of()).of(ShellScript.of(command));
  }
}
