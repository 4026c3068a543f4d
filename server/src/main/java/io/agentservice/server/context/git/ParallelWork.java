package io.agentservice.server.context.git;

import io.agentservice.server.base.db.connections.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Parallel work that waits for others. */
final class ParallelWork {
  private ParallelWork() {}

  /**
   * Works on at most {@code atOnce} things in parallel, in the caller's lane; results in order. An
   * interrupt reaches all; the first failure is thrown after all have ended.
   */
  static <A, B> List<B> each(List<A> all, int atOnce, Function<A, B> work)
      throws InterruptedException {
    var tasks = new ArrayList<Callable<B>>();
    all.forEach(one -> tasks.add(Lane.carried(() -> work.apply(one))));
    try (var threads = Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
      var done = new ArrayList<B>();
      for (var task : threads.invokeAll(tasks)) {
        done.add(resultOf(task));
      }
      return done;
    }
  }

  private static <B> B resultOf(Future<B> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case RuntimeException thrown -> thrown;
        case Error thrown -> throw thrown;
        case null, default -> new IllegalStateException(e.getCause());
      };
    }
  }
}
