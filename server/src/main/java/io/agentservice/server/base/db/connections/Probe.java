package io.agentservice.server.base.db.connections;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A look with an answer in a second; concurrent callers share it. */
public final class Probe {
  private static final Duration PATIENCE = Duration.ofMillis(800);

  private final BooleanSupplier look;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<Boolean> last;

  public Probe(BooleanSupplier look) {
    this.look = look;
  }

  /** What a look finds; false when it takes too long. */
  public boolean answers() {
    try {
      return underWay().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private CompletableFuture<Boolean> underWay() {
    lock.lock();
    try {
      var current = last;
      if (current == null || current.isDone()) {
        current =
            CompletableFuture.supplyAsync(
                look::getAsBoolean, task -> Thread.ofVirtual().name("probe").start(task));
        last = current;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }
}
