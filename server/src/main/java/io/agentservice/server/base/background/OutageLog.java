package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs an outage once at its beginning, each minute and at its end. Thread-safe. */
public final class OutageLog {
  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
  static final Duration STILL = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Long since;
  private long said;
  private boolean failed;

  /** {@code nanos}: a clock. */
  public OutageLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  public void failed(String reason) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      failed = true;
      if (since == null) {
        since = now;
        said = now;
        LOG.warn("the database is away or too busy, work waits for it: {}", reason);
      } else if (now - said >= STILL.toNanos()) {
        said = now;
        LOG.warn("no database for {} s: {}", seconds(now - since), reason);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the outage when nothing failed since the look before. */
  public void answers() {
    lock.lock();
    try {
      if (since != null && !failed) {
        LOG.warn("the database serves again after {} s", seconds(nanos.getAsLong() - since));
        since = null;
      }
      failed = false;
    } finally {
      lock.unlock();
    }
  }

  private static long seconds(long nanos) {
    return Duration.ofNanos(nanos).toSeconds();
  }
}
