package io.agentservice.server.base.events;

import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes this node's waiters for a session's next event; a lost signal, or another node's event,
 * costs a poll interval.
 */
public final class EventSignals {
  private final Map<SessionId, Bell> bells = new ConcurrentHashMap<>();

  void signal(SessionId session) {
    var bell = bells.get(session);
    if (bell != null) {
      bell.ring();
    }
  }

  /** To be opened before reading the log. */
  public Listener listen(SessionId session) {
    var bell =
        bells.compute(
            session,
            (_, present) -> {
              var kept = present == null ? new Bell() : present;
              kept.listeners++;
              return kept;
            });
    return new Listener(session, bell);
  }

  public final class Listener implements AutoCloseable {
    private final SessionId session;
    private final Bell bell;
    private long heard;

    private Listener(SessionId session, Bell bell) {
      this.session = session;
      this.bell = bell;
      this.heard = bell.rings();
    }

    /** Waits for a signal since the last call; answers whether there was one. */
    public boolean await(Duration atMost) throws InterruptedException {
      long before = heard;
      heard = bell.await(heard, atMost);
      return heard != before;
    }

    @Override
    public void close() {
      bells.computeIfPresent(session, (_, kept) -> --kept.listeners == 0 ? null : kept);
    }
  }

  private static final class Bell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings;
    private int listeners;

    void ring() {
      lock.lock();
      try {
        rings++;
        rung.signalAll();
      } finally {
        lock.unlock();
      }
    }

    long rings() {
      lock.lock();
      try {
        return rings;
      } finally {
        lock.unlock();
      }
    }

    long await(long heard, Duration atMost) throws InterruptedException {
      lock.lock();
      try {
        long left = atMost.toNanos();
        while (rings == heard && left > 0) {
          left = rung.awaitNanos(left);
        }
        return rings;
      } finally {
        lock.unlock();
      }
    }
  }
}
