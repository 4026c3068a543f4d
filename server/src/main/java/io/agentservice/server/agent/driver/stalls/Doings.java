package io.agentservice.server.agent.driver.stalls;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.SessionId;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the agents of this node are at; passes on what they put out. Thread-safe. */
public final class Doings implements LiveOutput {
  /** Types that a call or a checkout of the last turn is known by. */
  private static final Set<String> OF_TURN =
      Set.of(
          "tool_intent",
          "tool_result",
          "repository_checkout",
          "repository_ready",
          "repository_unavailable",
          "repository_skipped");

  /** What a turn begins or ends with. */
  private static final Set<String> BOUNDS =
      Set.of(
          "model_turn",
          "waiting",
          "interrupted",
          "finished",
          "limit_reached",
          "suspended",
          "failure");

  private final LiveOutput pages;
  private final InstantSource clock;
  private final Map<SessionId, Doing> all = new ConcurrentHashMap<>();

  public Doings(LiveOutput pages, InstantSource clock) {
    this.pages = pages;
    this.clock = clock;
  }

  /** Keeps of a log, event by event, what {@link #begin} is to know: the last turn. */
  public static void collect(List<Event> turn, Event event) {
    if (BOUNDS.contains(event.type())) {
      turn.clear();
    } else if (OF_TURN.contains(event.type())) {
      turn.add(event);
    }
  }

  /** A loop has read the log, and goes on from there. */
  public void begin(SessionId session, List<Event> turn) {
    var doing = new Doing();
    for (var event : turn) {
      var known = LoopEvents.read(event.type(), event.data());
      if (known != null) {
        doing.saw(known, event.createdAt());
      }
    }
    all.put(session, doing);
  }

  /** Its loop has written that. */
  public void saw(SessionId session, LoopEvent event) {
    var doing = all.get(session);
    if (doing != null) {
      doing.saw(event, clock.instant());
    }
  }

  @Nullable Doing of(SessionId session) {
    return all.get(session);
  }

  /** Forgets those that are not driven here any more; what begins meanwhile is kept. */
  void keepOnly(Supplier<? extends Collection<SessionId>> driven) {
    var known = Map.copyOf(all);
    var present = Set.copyOf(driven.get());
    known.forEach((session, doing) -> {
      if (!present.contains(session)) {
        var _ = all.remove(session, doing);
      }
    });
  }

  private void heard(SessionId session) {
    var doing = all.get(session);
    if (doing != null) {
      doing.heard(clock.instant());
    }
  }

  @Override
  public void modelAsked(SessionId session, String model) {
    var doing = all.get(session);
    if (doing != null) {
      doing.asks(model, clock.instant());
    }
    pages.modelAsked(session, model);
  }

  @Override
  public void modelAnswered(SessionId session) {
    var doing = all.get(session);
    if (doing != null) {
      doing.answered();
    }
    pages.modelAnswered(session);
  }

  @Override
  public void modelText(SessionId session, String piece) {
    heard(session);
    pages.modelText(session, piece);
  }

  @Override
  public void modelRestarts(SessionId session) {
    pages.modelRestarts(session);
  }

  @Override
  public void toolOutput(SessionId session, String callId, String piece) {
    heard(session);
    pages.toolOutput(session, callId, piece);
  }
}
