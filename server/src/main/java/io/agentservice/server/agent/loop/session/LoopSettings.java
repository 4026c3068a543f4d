package io.agentservice.server.agent.loop.session;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How the loop of a session runs.
 *
 * @param maxOutputTokens of a turn
 * @param modelOutage until the session sleeps ({@code AGENT_MODEL_OUTAGE_SECONDS})
 * @param firstRetry doubles up to a minute
 * @param messagePoll between looks for the machine
 * @param limits of one turn
 */
public record LoopSettings(
    int maxOutputTokens,
    Duration modelOutage,
    Duration firstRetry,
    Duration messagePoll,
    Bounds limits,
    InstantSource clock) {

  public static LoopSettings defaults(Duration modelOutage) {
    return new LoopSettings(
        16_000,
        modelOutage,
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        new Bounds(250, 20_000_000, Duration.ofHours(6)),
        InstantSource.system());
  }

  public LoopSettings withOutput(int tokens) {
    return new LoopSettings(tokens, modelOutage, firstRetry, messagePoll, limits, clock);
  }

  /** Until a person is asked: model calls, tokens with cached ones, and time. */
  public record Bounds(int steps, long tokens, Duration time) {}
}
