package io.agentservice.cli.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What must be undone when a command ends, whichever way: normally, by a failure, by Ctrl-C or
 * SIGTERM. The steps run once, the last one first; each has a time limit of its own.
 */
public final class Cleanup implements AutoCloseable {
  private static volatile boolean interrupted;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final Thread hook = new Thread(this::onSignal, "cleanup");
  private boolean closed;

  public Cleanup() {
    Interrupts.handle();
    Runtime.getRuntime().addShutdownHook(hook);
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
