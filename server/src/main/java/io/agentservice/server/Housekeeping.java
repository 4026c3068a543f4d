package io.agentservice.server;

import io.agentservice.server.queue.Queue;
import io.agentservice.server.sessions.SessionsFeature;
import io.agentservice.server.settings.Settings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is due by time: lapses, sleep and the end of revoked streams every second, the look for what
 * can't be and placement every few seconds, tombstones every minute. Every step is safe on any
 * number of nodes at once and is taken again when it failed.
 */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int TICKS_PER_CHECK = 5;
  private static final int TICKS_PER_MINUTE = 60;

  private final SessionsFeature sessions;
  private final Queue queue;
  private final Runnable streams;
  private final Runnable loops;
  private final Settings settings;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Makes the housekeeper.
   *
   * @param streams ends those of revoked credentials
   * @param loops sees to it that what is connected is driven
   */
  Housekeeping(
      SessionsFeature sessions, Queue queue, Runnable streams, Runnable loops, Settings settings) {
    this.sessions = sessions;
    this.queue = queue;
    this.streams = streams;
    this.loops = loops;
    this.settings = settings;
    this.thread = Thread.ofVirtual().name("housekeeping").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    boolean ended = false;
    for (long tick = 0; !ended; tick++) {
      attempt(sessions.claims()::applyLapses);
      attempt(() -> sessions.lifecycle().sleepIdle(settings.limits().idleSeconds()));
      attempt(streams);
      if (tick % TICKS_PER_CHECK == 0) {
        attempt(loops);
        attempt(sessions.reconciler()::checkEntries);
        attempt(sessions.lifecycle()::placeWaiting);
      }
      if (tick % TICKS_PER_MINUTE == 0) {
        attempt(sessions.reconciler()::checkSessions);
        attempt(() -> queue.dropTombstones(settings.fleet().tombstoneDays()));
      }
      try {
        ended = closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.warn("housekeeping failed, will try again: {}", e.toString());
    }
  }

  /** Not by an interrupt, which could end a connection to the database. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
