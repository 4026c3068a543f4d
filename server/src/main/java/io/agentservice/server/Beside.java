package io.agentservice.server;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work that a thread of its own does beside the caller's, who needs it before he goes on. */
final class Beside<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  private Beside(String name, Supplier<T> work) {
    task = new FutureTask<>(work::get);
    thread = Thread.ofVirtual().name(name).unstarted(task);
  }

  /** Begins it. */
  static <T> Beside<T> begin(String name, Supplier<T> work) {
    var beside = new Beside<>(name, work);
    beside.thread.start();
    return beside;
  }

  /**
   * What came of it, once it is done; throws what it threw. An interrupt of the caller is passed on
   * to the work, which is waited for all the same: nothing that it opens is lost.
   */
  T join() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
          thread.interrupt();
        }
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
