package io.agentservice.server.agent.loop.model;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Works that go on at the same time, each on a thread of its own. Who waits for one and is
 * interrupted has ended them all by the time he goes on.
 */
public final class Abreast<T> implements AutoCloseable {
  /** How long works may take to end; what they wait for can be interrupted. */
  private static final Duration END = Duration.ofSeconds(10);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public Future<T> begin(Callable<T> work) {
    return threads.submit(work);
  }

  /** What came of one; throws what it has thrown. */
  public T result(Future<T> work) {
    try {
      return work.get();
    } catch (InterruptedException e) {
      close();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** Ends those that still run, and waits for that. */
  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    long end = System.nanoTime() + END.toNanos();
    while (!threads.isTerminated() && System.nanoTime() < end) {
      try {
        var _ = threads.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
