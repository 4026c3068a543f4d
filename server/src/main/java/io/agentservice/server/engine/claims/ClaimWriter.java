package io.agentservice.server.engine.claims;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.background.LastingThread;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.claims.ClaimCommand.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batches waiting commands (ADR 0014): one commit for up to 500, those that come meanwhile in the
 * next one. Servers may have a writer each.
 */
final class ClaimWriter implements AutoCloseable {
  private static final int LARGEST_BATCH = 500;

  private static final Duration PATIENCE = Duration.ofSeconds(6);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(2);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  /** Longer than the database lets a batch stand. */
  private static final Duration STUCK = Duration.ofSeconds(20);

  private final Function<List<ClaimCommand>, List<@Nullable Result>> batch;
  private final BlockingQueue<Task> waiting = new LinkedBlockingQueue<>();
  private final Task end = new Task(new ClaimCommand.Lapse(new SessionId("")));
  private final LastingThread thread;
  private volatile boolean closed;

  /** {@code batch} answers null for a command that is to be given again. */
  ClaimWriter(Background background, Function<List<ClaimCommand>, List<@Nullable Result>> batch) {
    this.batch = batch;
    var writer = new Writer();
    thread =
        background.start(
            // Not a virtual one: it waits for the database most of the time, and is waited for by
            // many.
            Thread.ofPlatform().daemon().name("claim-writer"), STUCK, writer::next, writer);
  }

  private record Task(ClaimCommand command, CompletableFuture<Result> result) {
    Task(ClaimCommand command) {
      this(command, new CompletableFuture<>());
    }
  }

  /**
   * Committed on return. Fails as the transaction did, or after 6 s with a 503 and unknown outcome.
   */
  Result run(ClaimCommand command) {
    var task = submit(command);
    try {
      return task.result.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException _) {
      task.result.cancel(false);
      throw unavailable();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      task.result.cancel(false);
      throw unavailable();
    }
  }

  private Task submit(ClaimCommand command) {
    var task = new Task(command);
    waiting.add(task);
    if (closed) {
      refuseWaiting();
    }
    return task;
  }

  private static RuntimeException failure(ExecutionException e) {
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(e.getCause());
  }

  /**
   * Carries them out together; false when that was not done for all of them within 2 s. Whichever
   * fails, the others are carried out; then the first failure is thrown.
   *
   * @param patiently within 2 s of the last that was: where many fail, each is tried alone
   */
  boolean runAll(List<? extends ClaimCommand> commands, boolean patiently) {
    var tasks = commands.stream().map(this::submit).toList();
    long end = System.nanoTime() + SHORT_PATIENCE.toNanos();
    boolean all = true;
    RuntimeException first = null;
    for (Task task : tasks) {
      boolean awaited = !task.result.isDone();
      try {
        all &= isDone(task, end - System.nanoTime());
      } catch (ExecutionException e) {
        first = first == null ? failure(e) : first;
      }
      if (patiently && awaited && !task.result.isCancelled()) {
        end = System.nanoTime() + SHORT_PATIENCE.toNanos();
      }
    }
    if (first != null) {
      throw first;
    }
    return all;
  }

  private static boolean isDone(Task task, long nanos) throws ExecutionException {
    try {
      task.result.get(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException _) {
      task.result.cancel(false);
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      task.result.cancel(false);
      return false;
    }
  }

  /** What the thread has taken, and whether it is to take more. */
  private final class Writer implements Runnable {
    private final List<Task> tasks = new ArrayList<>();
    private boolean last;
    private boolean pauses;

    boolean next() throws InterruptedException {
      if (last) {
        return false;
      }
      if (pauses) {
        Thread.sleep(PAUSE); // every one waits for another transaction
      }
      tasks.add(waiting.take());
      waiting.drainTo(tasks, LARGEST_BATCH - 1);
      last = tasks.remove(end);
      return true;
    }

    @Override
    public void run() {
      try {
        var live = tasks.stream().filter(task -> !task.result.isDone()).toList();
        pauses = !live.isEmpty() && !progress(live);
      } catch (RuntimeException | Error e) {
        tasks.forEach(task -> task.result.completeExceptionally(e));
        throw e;
      } finally {
        tasks.clear();
      }
    }
  }

  /**
   * Runs a batch; false when nothing could be decided. A failing batch is halved, unless the
   * database is away: others must not fail by one command.
   */
  private boolean progress(List<Task> tasks) {
    List<@Nullable Result> results;
    try {
      results = batch.apply(tasks.stream().map(Task::command).toList());
    } catch (RuntimeException e) {
      int half = tasks.size() / 2;
      if (half > 0 && !(e instanceof DatabaseUnavailableException)) {
        boolean any = progress(tasks.subList(0, half));
        return progress(tasks.subList(half, tasks.size())) || any;
      }
      tasks.forEach(task -> task.result.completeExceptionally(e));
      return true;
    }
    boolean any = false;
    for (int i = 0; i < tasks.size(); i++) {
      var result = results.get(i);
      if (result == null) {
        waiting.add(tasks.get(i));
      } else {
        tasks.get(i).result.complete(result);
        any = true;
      }
    }
    return any;
  }

  /** How many commands no batch has taken yet. */
  int waiting() {
    return waiting.size();
  }

  private void refuseWaiting() {
    for (var task = waiting.poll(); task != null; task = waiting.poll()) {
      task.result.completeExceptionally(unavailable());
    }
  }

  private static RuntimeException unavailable() {
    return Problem.other(503, "unavailable", "The queue can't be changed now", "Try again")
        .withHeader("Retry-After", "1")
        .exception();
  }

  /** Finishes what waits, as far as it can be done in 5 s, and refuses what comes later. */
  @Override
  public void close() {
    waiting.add(end);
    try {
      if (!thread.join(CLOSING)) {
        thread.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    closed = true;
    refuseWaiting();
  }
}
