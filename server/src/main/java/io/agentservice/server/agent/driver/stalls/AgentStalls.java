package io.agentservice.server.agent.driver.stalls;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.stalls.Silence;
import io.agentservice.server.engine.stalls.Stalls;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells why agents of this node are silent. */
public final class AgentStalls implements Feature {
  private static final Duration PACE = Duration.ofSeconds(10);

  private final Stalls stalls;
  private final Supplier<? extends Collection<SessionId>> driven;
  private final Doings doings;
  private final Supplier<Reasons> reasons;
  private final InstantSource clock;

  /** Driven here when the database was there last. */
  private Set<SessionId> before = Set.of();

  /** Since when the database is away, as far as this node has seen. */
  private @Nullable Instant away;

  /** {@code driven}: the sessions that have a loop here now. */
  public AgentStalls(
      Stalls stalls,
      Supplier<? extends Collection<SessionId>> driven,
      Doings doings,
      Supplier<Reasons> reasons,
      InstantSource clock) {
    this.stalls = stalls;
    this.driven = driven;
    this.doings = doings;
    this.reasons = reasons;
    this.clock = clock;
  }

  @Override
  public List<Chore> chores() {
    return List.of(Chore.everywhere("silent-agents", PACE, this::look));
  }

  /** One look; for one thread. */
  void look() {
    doings.keepOnly(driven);
    if (stalls.areOff()) {
      return;
    }
    var present = Set.copyOf(driven.get());
    var all = new HashSet<>(before);
    all.addAll(present);
    var silent = silent(all);
    var since = away;
    var outage = since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    away = null;
    before = present;
    Failures.each(silent, silence -> tell(silence, outage));
  }

  /** Those that lost the database with this node are looked at once more when it is back. */
  private List<Silence> silent(Set<SessionId> sessions) {
    try {
      return stalls.working(sessions);
    } catch (RuntimeException e) {
      if (away == null && Outage.is(e)) {
        away = clock.instant();
      }
      throw e;
    }
  }

  private void tell(Silence silence, Duration outage) {
    var doing = doings.of(silence.sessionId());
    var stall = doing == null ? null : reasons.get().of(doing.now(), silence, clock.instant());
    boolean waits = doing != null && stall == null;
    if (outage.compareTo(stalls.after()) >= 0 && !waits) {
      stall = reasons.get().database(silence, outage);
    }
    if (stall != null) {
      var _ = stalls.tell(silence, stall);
    }
  }
}
