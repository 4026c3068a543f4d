package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for work and does it, again and again, until the wait ends it. What the work
 * throws, an {@link Error} too, is logged, and it goes on a second later.
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
   * Not yet started; work longer than {@code longest} is stuck, {@code end} runs after the thread.
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

  /** Whether it died or is stuck, in words. */
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

  public boolean join(Duration atMost) throws InterruptedException {
    return thread.join(atMost);
  }

  public void interrupt() {
    thread.interrupt();
  }
}
