package io.agentservice.worker.claims;

import io.agentservice.client.fleet.EntryWatch;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.binaries.Platform;
import io.agentservice.worker.loop.Backoff;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the worker could claim now, oldest first (fleet.md 7 step 5): a list, then a watch of the
 * changes after it. Where a watch does not get through, the list is polled.
 *
 * <p>Used by one thread; only {@link #close} may be called from others.
 */
public final class PendingQueue implements AutoCloseable {
  private static final long WATCH_AGAIN_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long SHORT_WATCH_NANOS = Duration.ofSeconds(1).toNanos();

  private final FleetClient fleet;
  private final @Nullable String outpost;
  private final Platform platform;
  private final Duration pollInterval;
  private final Stop stop;
  private final Retry retry;
  private final Map<String, QueueEntry> pending = new HashMap<>();
  private final Stop.Registration onDrain;
  private volatile @Nullable EntryWatch watch;
  private @Nullable String cursor;
  private long watchOpened;
  private boolean watchBroken;
  private long watchBrokenAt;
  private final Map<String, Aside> asides = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean lookAgain;

  /** An entry that is not wanted before a time. */
  private static final class Aside {
    private final Backoff backoff = new Backoff(new Random());
    private long until;
  }

  public PendingQueue(
      FleetClient fleet,
      @Nullable String outpost,
      Platform platform,
      Duration pollInterval,
      Stop stop,
      Retry retry) {
    this.fleet = fleet;
    this.outpost = outpost;
    this.platform = platform;
    this.pollInterval = pollInterval;
    this.stop = stop;
    this.retry = retry;
    this.onDrain = stop.on(Level.DRAIN, this::closeWatch);
  }

  /**
   * Waits for an entry to try, each once per state; null when no new claims are wanted any more.
   * Throws {@link ApiException} when the service refuses for good.
   */
  public @Nullable QueueEntry next() {
    while (!stop.reached(Level.DRAIN)) {
      if (lookAgain) {
        lookAgain = false;
        forget();
      }
      var oldest =
          pending.values().stream().min(Comparator.comparingLong(e -> e.metadata().createdAt()));
      if (oldest.isPresent()) {
        pending.remove(oldest.get().metadata().sessionId());
        return oldest.get();
      }
      var current = watch;
      if (current != null) {
        follow(current);
      } else if (cursor == null || !openWatch(cursor)) {
        look();
      }
    }
    return null;
  }

  /** After a pause: the next look starts with a list. */
  public void forget() {
    closeWatch();
    pending.clear();
    cursor = null;
  }

  /** Offers the entry again after a while, longer each time; answers how long. */
  public Duration putAside(QueueEntry entry) {
    var aside = asides.computeIfAbsent(entry.metadata().sessionId(), _ -> new Aside());
    var wait = aside.backoff.next(null);
    aside.until = System.nanoTime() + wait.toNanos();
    Thread.ofVirtual()
        .name("aside-" + entry.metadata().sessionId())
        .start(() -> {
          if (!closedWithin(wait)) {
            lookAgain = true;
            closeWatch();
          }
        });
    return wait;
  }

  private boolean closedWithin(Duration time) {
    try {
      return closed.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      return true;
    }
  }

  private boolean isAside(String sessionId) {
    var aside = asides.get(sessionId);
    return aside != null && aside.until - System.nanoTime() > 0;
  }

  private void look() {
    if (cursor != null && stop.await(Level.DRAIN, pollInterval)) {
      return;
    }
    try {
      var snapshot = fleet.listAll(new FleetClient.Filter(outpost, "pending", null));
      pending.clear();
      snapshot.entries().forEach(this::see);
      asides
          .keySet()
          .retainAll(
              snapshot.entries().stream()
                  .map(entry -> entry.metadata().sessionId())
                  .collect(Collectors.toSet()));
      cursor = snapshot.cursor();
      retry.worked();
    } catch (ClientException e) {
      retry.pause("list the queue", Level.DRAIN, e);
    }
  }

  /** False when a watch is not to be had now: the caller polls. */
  private boolean openWatch(String from) {
    if (watchBroken && System.nanoTime() - watchBrokenAt < WATCH_AGAIN_NANOS) {
      return false;
    }
    try {
      watch = fleet.watch(outpost, from);
      watchOpened = System.nanoTime();
      if (stop.reached(Level.DRAIN) || lookAgain) {
        closeWatch();
      }
      return true;
    } catch (ApiException e) {
      if (e.credentialRefused()) {
        throw e;
      }
      if (e.passing()) {
        retry.pause("watch the queue", Level.DRAIN, e);
      }
      cursor = null; // perhaps it was too old; a list gives a fresh one
      brokenWatch();
    } catch (UnreachableException e) {
      retry.pause("watch the queue", Level.DRAIN, e);
      cursor = null;
    }
    return true;
  }

  private void follow(EntryWatch current) {
    try {
      var event = current.next();
      if (event != null) {
        cursor = event.cursor();
        watchBroken = false;
        pending.remove(event.object().metadata().sessionId());
        if (event.type().equals("MODIFIED")) {
          see(event.object());
        }
        return;
      }
      closeWatch();
      if (System.nanoTime() - watchOpened < SHORT_WATCH_NANOS
          && !stop.reached(Level.DRAIN)
          && !lookAgain) {
        brokenWatch();
      }
    } catch (UnreachableException _) {
      // A silent or cut stream. A server that is away shows in the list that follows.
      closeWatch();
      cursor = null;
      brokenWatch();
    }
  }

  private void see(QueueEntry entry) {
    var status = entry.status();
    if (status.phase().equals("pending")
        && !isAside(entry.metadata().sessionId())
        && platform.serves(entry.spec().platform())
        && !status.sessionStatus().equals("suspended")
        && !status.sessionStatus().equals("terminated")) {
      pending.put(entry.metadata().sessionId(), entry);
    }
  }

  private void brokenWatch() {
    watchBroken = true;
    watchBrokenAt = System.nanoTime();
  }

  private void closeWatch() {
    var current = watch;
    watch = null;
    if (current != null) {
      current.close();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    onDrain.close();
    closeWatch();
  }
}
