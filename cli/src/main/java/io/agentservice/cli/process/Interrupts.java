package io.agentservice.cli.process;

import io.agentservice.wire.signals.Signals;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C and SIGTERM: the first one ends the command in order; the second one at once, with all
 * processes that it has started and others don't use.
 */
public final class Interrupts {
  /** What a shell shows of a program that SIGINT ended. */
  public static final int EXIT_CODE = 130;

  private static final int TERMINATED = 143;

  /** A terminal, or {@code timeout}, may tell the same wish twice: to the process and its group. */
  private static final Duration SAME_WISH = Duration.ofMillis(250);

  private static final AtomicBoolean HANDLED = new AtomicBoolean();
  private static final AtomicReference<@Nullable Long> ENDING = new AtomicReference<>();
  private static final Set<ProcessHandle> SPARED = ConcurrentHashMap.newKeySet();

  private Interrupts() {}

  /** From now on; where SIGINT is ignored, as for a job in the background, it stays ignored. */
  static void handle() {
    if (!HANDLED.getAndSet(true)) {
      Signals.on("INT", () -> end(EXIT_CODE));
      Signals.on("TERM", () -> end(TERMINATED));
    }
  }

  private static void end(int code) {
    long now = System.nanoTime();
    if (ENDING.compareAndSet(null, now)) {
      System.exit(code); // waits for the steps of Cleanup
    }
    Long first = ENDING.get();
    if (first != null && now - first < SAME_WISH.toNanos()) {
      return;
    }
    kill(ProcessHandle.current());
    Runtime.getRuntime().halt(code);
  }

  /** A process of ours that goes on without us, with all it starts. */
  public static void spare(ProcessHandle process) {
    SPARED.add(process);
  }

  private static void kill(ProcessHandle of) {
    of.children()
        .filter(child -> !SPARED.contains(child))
        .forEach(child -> {
          kill(child);
          child.destroyForcibly();
        });
  }
}
