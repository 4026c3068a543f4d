package io.agentservice.server.agent.loop.history;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.Bound;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.LoopSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Stops an agent by steps, tokens and time since a person spoke, and by circles: a nudge, then a
 * question, then sleep. A fold over {@link History}'s log.
 */
public final class Limits {
  private static final int LONGEST_CIRCLE = 3;
  private static final int ROUNDS_TO_NUDGE = 3;
  private static final int ROUNDS_TO_ASK = 5;
  private static final int ERRORS_TO_NUDGE = 6;
  private static final int ERRORS_TO_ASK = 12;
  private static final int ASKS = 2;

  /** Who waits does not work. */
  private static final String WAIT = "wait";

  /** A call and what came of it; equal to another when both are the same. */
  private record CompletedCall(
      String tool, @Nullable JsonNode input, List<Part> result, boolean error) {}

  private enum Worry {
    NONE,
    NUDGE,
    ASK
  }

  private final LoopSettings.Bounds bounds;
  private final Deque<CompletedCall> deeds = new ArrayDeque<>();
  private final Map<String, Part.ToolUse> calls = new HashMap<>();
  private int steps;
  private long tokens;
  private @Nullable Instant since;
  private boolean nudged;
  private int asked;

  public Limits(LoopSettings.Bounds bounds) {
    this.bounds = bounds;
  }

  public void observe(LoopEvent event, Instant at) {
    switch (event) {
      case LoopEvent.UserMessage _ -> {
        steps = 0;
        tokens = 0;
        since = at;
        deeds.clear();
        nudged = false;
      }
      case LoopEvent.ModelTurn turn -> {
        steps++;
        tokens += turn.usage().promptTokens() + turn.usage().outputTokens();
        calls.clear();
        var uses = Shortening.toolUses(turn.parts());
        uses.forEach(use -> calls.put(use.id(), use));
        if (uses.isEmpty()) {
          remember(new CompletedCall("", null, List.of(), true));
        }
      }
      case LoopEvent.ToolResult result -> {
        var use = calls.get(result.callId());
        if (use != null) {
          remember(new CompletedCall(use.name(), use.input(), result.content(), result.error()));
          if (since != null && use.name().equals(WAIT)) {
            since = since.plusMillis(result.durationMillis());
          }
        }
      }
      case LoopEvent.Nudge _ -> nudged = true;
      case LoopEvent.Waiting waiting -> asked += waiting.bound() == Bound.REPETITION ? 1 : 0;
      case LoopEvent.Finished _ -> asked = 0;
      case LoopEvent.MachineAttached _,
          LoopEvent.Isolation _,
          LoopEvent.NetworkDenied _,
          LoopEvent.McpServer _,
          LoopEvent.AgentMessage _,
          LoopEvent.ModelNews _,
          LoopEvent.Interrupted _,
          LoopEvent.Shortened _,
          LoopEvent.Summarized _,
          LoopEvent.ToolIntent _,
          LoopEvent.Divergence _,
          LoopEvent.GuardrailHit _,
          LoopEvent.GuardrailJudged _,
          LoopEvent.ApprovalRequested _,
          LoopEvent.ApprovalAnswered _,
          LoopEvent.OutputNoted _,
          LoopEvent.PullRequestFound _,
          LoopEvent.RepositoryEvent _,
          LoopEvent.WorkEvent _,
          LoopEvent.GuidanceEvent _,
          LoopEvent.JobEvent _,
          LoopEvent.Released _,
          LoopEvent.LimitReached _,
          LoopEvent.Suspended _,
          LoopEvent.Failure _ -> {}
    }
  }

  /** What to write before the next model call, a {@code Nudge} or the turn's end; null to go on. */
  public @Nullable LoopEvent verdict(Instant now) {
    if (steps >= bounds.steps()) {
      return ask(Bound.STEPS, "I have taken " + steps + " steps since your last message.");
    }
    if (tokens >= bounds.tokens()) {
      return ask(Bound.TOKENS, "I have used %,d tokens since your last message.".formatted(tokens));
    }
    if (since != null && Duration.between(since, now).compareTo(bounds.time()) >= 0) {
      return ask(
          Bound.TIME,
          "I have worked for " + bounds.time().toMinutes() + " minutes since your last message.");
    }
    return switch (worry()) {
      case NONE -> null;
      case NUDGE ->
          nudged
              ? null
              : new LoopEvent.Nudge(
                  "Your last steps repeat or keep failing without anything new. Stop and think about"
                      + " what you have learnt; then try another way, or ask the user.");
      case ASK ->
          asked >= ASKS
              ? new LoopEvent.Suspended(
                  "internal", "stopped: the agent repeats the same steps without a result")
              : ask(Bound.REPETITION, "I keep repeating the same steps without getting further.");
    };
  }

  private static LoopEvent ask(Bound bound, String what) {
    return new LoopEvent.Waiting(
        what + " Shall I go on, and is there anything that I should do differently?", bound);
  }

  private void remember(CompletedCall deed) {
    deeds.addLast(deed);
    if (deeds.size() > LONGEST_CIRCLE * ROUNDS_TO_ASK) {
      deeds.removeFirst();
    }
    nudged = nudged && worry() != Worry.NONE;
  }

  private Worry worry() {
    var tail = new ArrayList<>(deeds).reversed();
    int rounds = 0;
    for (int length = 1; length <= LONGEST_CIRCLE; length++) {
      rounds = Math.max(rounds, rounds(tail, length));
    }
    int errors = 0;
    while (errors < tail.size() && tail.get(errors).error()) {
      errors++;
    }
    if (rounds >= ROUNDS_TO_ASK || errors >= ERRORS_TO_ASK) {
      return Worry.ASK;
    }
    return rounds >= ROUNDS_TO_NUDGE || errors >= ERRORS_TO_NUDGE ? Worry.NUDGE : Worry.NONE;
  }

  /** How often in a row the newest {@code length} deeds happened. */
  private static int rounds(List<CompletedCall> newestFirst, int length) {
    if (newestFirst.size() < length) {
      return 0;
    }
    int same = length;
    while (same < newestFirst.size()
        && newestFirst.get(same).equals(newestFirst.get(same - length))) {
      same++;
    }
    return same / length;
  }
}
