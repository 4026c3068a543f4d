package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread that goes on: it waits for the next piece of work and does it, again and again. Whatever
 * the work throws, an {@link Error} too, is logged and the next piece is done a second later; only
 * the wait ends the thread. It knows how long it has been at its piece.
 */
public final class LastingThread {
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  /** The wait between two pieces of work, as long as it may take. */
  @FunctionalInterface
  public interface Wait {
    /** True when there is work; false ends the thread, as an interrupt does. */
    boolean next() throws InterruptedException;
  }

  /** Says what work threw. */
  @FunctionalInterface
  interface Failures {
    void tell(String thread, Throwable failure);
  }

  private final Thread thread;
  private final Duration longest;
  private final Wait wait;
  private final Runnable work;
  private final Failures failures;
  private final Runnable end;
  private volatile @Nullable Long busySince;
  private volatile boolean ended;

  /**
   * Makes it, not yet started.
   *
   * @param kind platform or virtual, and its name
   * @param longest for how long a piece of work may take; what takes longer is stuck
   * @param end runs when the wait has ended it
   */
  LastingThread(
      Thread.Builder kind,
      Duration longest,
      Wait wait,
      Runnable work,
      Failures failures,
      Runnable end) {
    this.longest = longest;
    this.wait = wait;
    this.work = work;
    this.failures = failures;
    this.end = end;
    this.thread = kind.unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = round();
      } catch (InterruptedException _) {
        goesOn = false;
      } catch (Throwable e) {
        goesOn = pauseAfter(e);
      }
    }
    ended = true;
    end.run();
  }

  private boolean round() throws InterruptedException {
    if (!wait.next()) {
      return false;
    }
    busySince = System.nanoTime();
    try {
      work.run();
    } finally {
      busySince = null;
    }
    return true;
  }

  /** Says what went wrong, unless there is not even memory for that. */
  private boolean pauseAfter(Throwable failure) {
    try {
      failures.tell(thread.getName(), failure);
      Thread.sleep(AFTER_FAILURE);
      return true;
    } catch (InterruptedException _) {
      return false;
    } catch (Throwable _) {
      return true;
    }
  }

  /** In words, whether it died or has been at one piece of work for too long. */
  public Optional<String> trouble() {
    if (ended) {
      return Optional.empty();
    }
    if (!thread.isAlive()) {
      return Optional.of(thread.getName() + " is dead");
    }
    Long since = busySince;
    if (since == null || System.nanoTime() - since <= longest.toNanos()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s has been at one piece of work for %d s"
            .formatted(thread.getName(), Duration.ofNanos(System.nanoTime() - since).toSeconds()));
  }

  /** Waits until it has ended; false when it had not in time. */
  public boolean join(Duration atMost) throws InterruptedException {
    return thread.join(atMost);
  }

  /** Ends its wait, and what can be interrupted of its work. */
  public void interrupt() {
    thread.interrupt();
  }
}
