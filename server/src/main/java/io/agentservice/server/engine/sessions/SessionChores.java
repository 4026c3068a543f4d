package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.engine.claims.Claims;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.lifecycle.Reconciler;
import io.agentservice.server.engine.lifecycle.Wakes;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What is due by time for sessions. */
record SessionChores(
    Core core, Claims claims, Lifecycle lifecycle, Wakes wakes, Reconciler reconciler) {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration SLOW_TICK = Duration.ofSeconds(5);

  /** Thousands of sessions may be waiting for a place. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  List<Chore> list() {
    return Stream.of(atRest(), placement()).flatMap(List::stream).toList();
  }

  private List<Chore> atRest() {
    return List.of(
        Chore.everywhere("lapses", TICK, () -> Lane.NODE.run(claims::applyLapses)),
        Chore.everywhere("sleep", TICK, goOn -> lifecycle.sleepIdle(limits().idleSeconds(), goOn)),
        Chore.everywhere("wakes", TICK, wakes::wakeDue),
        Chore.everywhere("room", TICK, goOn -> lifecycle.makeRoom(limits().askingSeconds(), goOn)));
  }

  private Settings.Limits limits() {
    return core.live().get().limits();
  }

  private List<Chore> placement() {
    return Stream.concat(
            Stream.of(
                    Chore.everywhere("orphans", SLOW_TICK, lifecycle::endOrphans),
                    Chore.everywhere("evictions", SLOW_TICK, lifecycle::evictAll),
                    Chore.everywhere("placement", SLOW_TICK, lifecycle::placeWaiting),
                    Chore.everywhere("queue-repair", SLOW_TICK, reconciler::checkEntries))
                .map(chore -> chore.begunBy(core.background().slowWork())),
            Stream.of(
                Chore.byLeader("session-repair", Duration.ofMinutes(1), reconciler::checkSessions)))
        .map(chore -> chore.taking(LONGEST))
        .toList();
  }
}
