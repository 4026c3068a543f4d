package io.agentservice.cli;

import io.agentservice.worker.commands.Signals;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C: the first one ends the command in order, as SIGTERM does; the second one at once, with
 * all processes that it has started.
 */
final class Interrupts {
  /** What a shell shows of a program that SIGINT ended. */
  static final int EXIT_CODE = 130;

  private static final AtomicBoolean HANDLED = new AtomicBoolean();
  private static final AtomicBoolean ENDING = new AtomicBoolean();

  private Interrupts() {}

  /** From now on; where SIGINT is ignored, as for a job in the background, it stays ignored. */
  static void handle() {
    if (!HANDLED.getAndSet(true)) {
      Signals.on("INT", Interrupts::end);
    }
  }

  private static void end() {
    if (!ENDING.getAndSet(true)) {
      System.exit(EXIT_CODE); // waits for the steps of Cleanup
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
