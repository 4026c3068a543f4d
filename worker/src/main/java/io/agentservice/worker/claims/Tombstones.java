package io.agentservice.worker.claims;

import io.agentservice.client.fleet.EntryWatch;
import io.agentservice.client.fleet.FleetClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the queue still knows of entries that are gone: a watch tells it for days (fleet.md 5). */
public final class Tombstones {
  /** A watch does not say when it has told all it knows. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private Tombstones() {}

  /**
   * How sessions ended or fell asleep whose entries are gone: their last status. A queue that this
   * token may not see has no tombstones; {@code closed} ends the search early.
   */
  public static Map<String, String> of(
      FleetClient fleet, String outpostId, Set<String> sessions, CountDownLatch closed) {
    var found = new HashMap<String, String>();
    try (var watch = fleet.watch(outpostId, null)) {
      var limit = Thread.ofVirtual().name("tombstones").start(() -> closeLater(watch, closed));
      try {
        var event = watch.next();
        while (event != null) {
          var entry = event.object();
          if (event.type().equals("DELETED") && sessions.contains(entry.metadata().sessionId())) {
            found.put(entry.metadata().sessionId(), entry.status().sessionStatus());
          }
          event = found.size() < sessions.size() ? watch.next() : null;
        }
      } finally {
        limit.interrupt();
      }
    }
    return found;
  }

  private static void closeLater(EntryWatch watch, CountDownLatch closed) {
    try {
      var _ = closed.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      watch.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // it came to its end
    }
  }
}
