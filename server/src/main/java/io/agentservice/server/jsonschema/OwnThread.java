package io.agentservice.server.jsonschema;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Computes on platform threads, as many as there are processors, with a deadline: a virtual thread
 * that computes never lets another one have its processor.
 */
final class OwnThread {
  /** Longest time until a caller has an answer, or knows that there will be none. */
  static final Duration LONGEST = Duration.ofSeconds(5);

  private static final ExecutorService THREADS =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().daemon().name("json-schema-", 1).factory());

  private OwnThread() {}

  /**
   * What the work answers or throws; a thrown Error, such as of a stack that is too deep, and an
   * answer that comes too late are an {@link UnfitSchemaException}.
   */
  static <T> T call(Callable<T> work) {
    var future = THREADS.submit(work);
    try {
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
