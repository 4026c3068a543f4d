package io.agentservice.server.agent.driver.stalls;

import io.agentservice.server.agent.loop.log.LoopEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one session's agent is at, by what its loop writes and hears. Thread-safe. */
final class Doing {
  /** By the model's id; the first one is waited for. */
  private final Map<String, Begun<LoopEvent.ToolIntent>> calls = new LinkedHashMap<>();

  /** By the repository. */
  private final Map<String, Begun<LoopEvent.RepositoryCheckout>> checkouts = new LinkedHashMap<>();

  private @Nullable Begun<String> model;
  private Instant heard = Instant.EPOCH;
  private Instant awayUntil = Instant.EPOCH;

  record Begun<T>(T what, Instant at) {}

  /**
   * How it is at a moment.
   *
   * @param heard when a model or a command last put something out
   * @param awayUntil before then the model is not asked again, which stands in the log
   * @param model name of the one that is asked
   */
  record Now(
      Instant heard,
      Instant awayUntil,
      @Nullable Begun<String> model,
      @Nullable Begun<LoopEvent.ToolIntent> call,
      @Nullable Begun<LoopEvent.RepositoryCheckout> checkout) {}

  synchronized void saw(LoopEvent event, Instant at) {
    switch (event) {
      case LoopEvent.ModelTurn _, LoopEvent.TurnEnd _ -> {
        calls.clear();
        checkouts.clear();
      }
      case LoopEvent.ToolIntent call -> calls.put(call.callId(), new Begun<>(call, at));
      case LoopEvent.ToolResult result -> calls.remove(result.callId());
      case LoopEvent.RepositoryCheckout begun ->
          checkouts.put(begun.repository(), new Begun<>(begun, at));
      case LoopEvent.RepositoryEvent settled -> checkouts.remove(settled.repository());
      case LoopEvent.ModelAway away -> awayUntil = at.plusMillis(away.waitMillis());
      default -> {} // nobody waits for it
    }
  }

  synchronized void heard(Instant at) {
    heard = at;
  }

  synchronized void asks(String name, Instant at) {
    model = new Begun<>(name, at);
  }

  synchronized void answered() {
    model = null;
  }

  synchronized Now now() {
    return new Now(heard, awayUntil, model, first(calls), first(checkouts));
  }

  private static <T> @Nullable Begun<T> first(Map<String, Begun<T>> begun) {
    return begun.isEmpty() ? null : begun.values().iterator().next();
  }
}
