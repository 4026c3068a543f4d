package io.agentservice.cli.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What must be undone when a command ends, whichever way: normally, by a failure, by Ctrl-C or
 * SIGTERM. The steps run once, the last one first; each has a time limit of its own.
 */
public final class Cleanup implements AutoCloseable {
  private static volatile boolean interrupted;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final @Nullable Thread hook;
  private boolean closed;

  public Cleanup() {
    this(true);
  }

  private Cleanup(boolean heedsSignals) {
    hook = heedsSignals ? new Thread(this::onSignal, "cleanup") : null;
    if (hook != null) {
      Interrupts.handle();
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /** A part of a larger one, which has a step that closes this: no signal reaches it by itself. */
  public static Cleanup part() {
    return new Cleanup(false);
  }

  /** True once a signal ends the process: what fails from then on is no news. */
  public static boolean interrupted() {
    return interrupted;
  }

  /** Adds a step; when the end has come already it runs at once. */
  public void later(Runnable step) {
    lock.lock();
    try {
      if (!closed) {
        steps.push(step);
        return;
      }
    } finally {
      lock.unlock();
    }
    run(step);
  }

  private void onSignal() {
    interrupted = true;
    undo();
  }

  @Override
  public void close() {
    undo();
    if (hook == null) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process ends anyway, and the hook finds nothing to do.
    }
  }

  /** Under the lock, so that whoever comes second waits for the first. */
  private void undo() {
    lock.lock();
    try {
      closed = true;
      while (!steps.isEmpty()) {
        run(steps.pop());
      }
    } finally {
      lock.unlock();
    }
  }

  private static void run(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      if (!interrupted) {
        System.err.println("agent: " + e.getMessage());
      }
    }
  }
}
