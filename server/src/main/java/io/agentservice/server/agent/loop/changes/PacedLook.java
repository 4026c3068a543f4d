package io.agentservice.server.agent.loop.changes;

import io.agentservice.server.agent.loop.log.LoopEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A look in a thread of its own that begins after a delay, unless it is given up before. */
final class PacedLook {
  private final AtomicBoolean decided;
  private final CountDownLatch givenUp = new CountDownLatch(1);
  private final FutureTask<List<LoopEvent>> task;

  private PacedLook(Duration delay, Callable<List<LoopEvent>> look) {
    boolean atOnce = delay.isZero();
    decided = new AtomicBoolean(atOnce);
    task = new FutureTask<>(() -> atOnce || (waits(delay) && decides()) ? look.call() : List.of());
  }

  static PacedLook after(Duration delay, Callable<List<LoopEvent>> look) {
    var paced = new PacedLook(delay, look);
    Thread.ofVirtual().name("keeps-work").start(paced.task);
    return paced;
  }

  private boolean waits(Duration delay) throws InterruptedException {
    return !givenUp.await(delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private boolean decides() {
    return decided.compareAndSet(false, true);
  }

  /** True when the look had not begun, and never will. */
  boolean giveUp() {
    boolean first = decides();
    givenUp.countDown();
    return first;
  }

  /** Waits for what the look has found. */
  List<LoopEvent> result() throws Exception {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
