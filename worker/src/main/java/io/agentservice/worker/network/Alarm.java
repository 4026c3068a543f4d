package io.agentservice.worker.network;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection when something takes too long; one thing at a time. One that is off is
 * forgotten at once: a session could make a thousand a second.
 */
record Alarm(Runnable close, AtomicReference<@Nullable Future<?>> armed) {
  Alarm(Runnable close) {
    this(close, new AtomicReference<>());
  }

  void set(Duration limit) {
    replace(ForkJoinPool.commonPool().schedule(close, limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  void off() {
    replace(null);
  }

  private void replace(@Nullable Future<?> next) {
    var before = armed.getAndSet(next);
    if (before != null) {
      before.cancel(false);
    }
  }
}
