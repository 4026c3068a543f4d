package io.agentservice.server.agent.loop.tools;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.mcp.McpClients;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import java.util.function.Consumer;

/**
 * What a tool works with.
 *
 * @param files what people and the agent give to each other
 * @param hosts of the repositories that the session works on
 * @param jobs the session's commands in the background
 * @param children that the agent has started
 * @param skills that the agent can read up on
 * @param waits how to wait
 * @param mcp servers of tools
 * @param live hears a command's output while it runs, already masked
 */
public record ToolContext(
    Machine machine,
    Redactor redactor,
    SharedFiles files,
    CodeHosts hosts,
    Jobs jobs,
    ChildSessions children,
    Skills skills,
    Waits waits,
    McpClients mcp,
    Consumer<String> live) {
  /** Whether the machine can have commands in the background. */
  public boolean hasJobs() {
    return machine.hello().capabilities().contains(ToRemote.ReadOutput.JOBS);
  }
}
