package io.agentservice.server.agent.loop.session;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How loops behave.
 *
 * @param maxOutputTokens of one model turn, if the model has room for so many
 * @param modelOutage how long a model may be out of reach before the session sleeps ({@code
 *     AGENT_MODEL_OUTAGE_SECONDS})
 * @param firstRetry wait before the first repetition of a failed model call; doubles from there to
 *     a minute
 * @param messagePoll how often a waiting loop looks whether it still has a machine
 * @param limits bounds of one turn of the agent
 * @param clock the time
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

  /**
   * What the agent may do before it asks a person, counted from that person's last message.
   *
   * @param steps model calls
   * @param tokens of prompts and replies together, cached ones included
   */
  public record Bounds(int steps, long tokens, Duration time) {}
}
