package io.agentservice.server.base.jsonschema;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Computes on platform threads with a deadline: virtual ones would not yield. */
final class OwnThread {
  /** Longest time that one may compute. */
  static final Duration LONGEST = Duration.ofSeconds(5);

  /** Longest time until it begins, while others compute. */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(1500);

  static final ExecutorService THREADS =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().daemon().name("json-schema-", 1).factory());

  private OwnThread() {}

  /**
   * Runs the work; an Error (a deep stack) or a late answer is an {@link UnfitSchemaException}.
   * Throws {@link JudgesBusyException} when it did not begin in time.
   */
  static <T> T call(Callable<T> work) {
    var begun = new CountDownLatch(1);
    var future =
        THREADS.submit(() -> {
          begun.countDown();
          return work.call();
        });
    try {
      if (!begun.await(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JudgesBusyException();
      }
      return future.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new UnfitSchemaException("Judging by the schema takes too long");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnfitSchemaException("Judging by the schema was given up");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new UnfitSchemaException("The schema can't be used: " + e.getCause());
    } finally {
      future.cancel(true);
    }
  }
}
