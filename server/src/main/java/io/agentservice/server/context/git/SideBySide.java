package io.agentservice.server.context.git;

import io.agentservice.server.base.db.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Work on several things at once, each on a thread of its own that waits for others. */
final class SideBySide {
  private SideBySide() {}

  /**
   * Does the work for each, some at a time, in the database's lane of the caller, and returns when
   * no thread is left.
   *
   * @param atOnce the most, above 0
   * @return what came of each, in their order
   * @throws InterruptedException when the caller was interrupted, as was all work that had begun;
   *     what the work throws is thrown here, too, of the first that threw
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
