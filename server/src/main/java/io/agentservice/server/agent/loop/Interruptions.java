package io.agentservice.server.agent.loop;

import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, beside a loop, whether a person has interrupted its agent. */
final class Interruptions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Interruptions.class);

  /** How soon one that another node has taken is noticed. */
  private static final Duration POLL = Duration.ofSeconds(2);

  private final LoopSession session;
  private final StopSwitch stop;
  private final Semaphore bell = new Semaphore(0);
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean closed;

  Interruptions(LoopSession session, StopSwitch stop) {
    this.session = session;
    this.stop = stop;
  }

  /** To be called when the log has been read; what was before is known when it returns. */
  void start() {
    lookOnce();
    Thread.ofVirtual().name("interruptions-" + session.id()).start(this::watch);
  }

  /** Has it look now. */
  void look() {
    bell.release();
  }

  /** Messages have been taken, and nothing runs: what was before is answered by them, if any. */
  void answered(boolean byAny) {
    if (!byAny) {
      return;
    }
    lock.lock();
    try {
      var _ = session.interrupted();
      var _ = stop.takeInterrupt();
    } finally {
      lock.unlock();
    }
  }

  private void watch() {
    while (!closed) {
      lookOnce();
      try {
        if (bell.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
          bell.drainPermits();
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void lookOnce() {
    lock.lock();
    try {
      if (!closed && session.interrupted()) {
        stop.interrupt();
      }
    } catch (RuntimeException e) { // such as a database that is away: looked for again
      LOG.debug("can't look for interruptions session={}", session.id(), e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    bell.release();
  }
}
