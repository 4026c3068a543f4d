package io.agentservice.server.base.background;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work that a thread of its own does beside the caller's, who needs it before he goes on. */
public final class BackgroundTask<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  private BackgroundTask(String name, Supplier<T> work) {
    task = new FutureTask<>(work::get);
    thread = Thread.ofVirtual().name(name).unstarted(task);
  }

  public static <T> BackgroundTask<T> begin(String name, Supplier<T> work) {
    var beside = new BackgroundTask<>(name, work);
    beside.thread.start();
    return beside;
  }

  /** Passes an interrupt on to the work, which is still awaited. */
  public T join() {
    return await(thread::interrupt);
  }

  /** As {@link #join}, but never interrupts the short work. */
  public T finish() {
    return await(() -> {});
  }

  private T await(Runnable onInterrupt) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
          onInterrupt.run();
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
