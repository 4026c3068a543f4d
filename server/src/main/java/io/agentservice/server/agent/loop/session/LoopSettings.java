package io.agentservice.server.agent.loop.session;

import io.agentservice.server.agent.loop.mcp.McpLimits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How the loop of a session runs.
 *
 * @param maxOutputTokens of a turn
 * @param modelOutage until the session sleeps ({@code AGENT_MODEL_OUTAGE_SECONDS})
 * @param firstRetry doubles up to a minute
 * @param messagePoll between looks for the machine
 * @param waitHold the longest wait that the machine is kept for ({@code AGENT_WAIT_HOLD_SECONDS})
 * @param mcp how long MCP servers may take
 * @param limits of one turn
 */
public record LoopSettings(
    int maxOutputTokens,
    Duration modelOutage,
    Duration firstRetry,
    Duration messagePoll,
    Duration waitHold,
    McpLimits mcp,
    Bounds limits,
    InstantSource clock) {

  public static LoopSettings defaults(Duration modelOutage) {
    return new LoopSettings(
        16_000,
        modelOutage,
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofMinutes(2),
        new McpLimits(Duration.ofSeconds(30), Duration.ofMinutes(2)),
        new Bounds(250, 20_000_000, Duration.ofHours(6)),
        InstantSource.system());
  }

  public LoopSettings withOutput(int tokens) {
    return new LoopSettings(
        tokens, modelOutage, firstRetry, messagePoll, waitHold, mcp, limits, clock);
  }

  public LoopSettings holding(Duration longest) {
    return new LoopSettings(
        maxOutputTokens, modelOutage, firstRetry, messagePoll, longest, mcp, limits, clock);
  }

  public LoopSettings with(McpLimits limitsOfServers) {
    return new LoopSettings(
        maxOutputTokens,
        modelOutage,
        firstRetry,
        messagePoll,
        waitHold,
        limitsOfServers,
        limits,
        clock);
  }

  /** Until a person is asked: model calls, tokens with cached ones, and time. */
  public record Bounds(int steps, long tokens, Duration time) {}
}
