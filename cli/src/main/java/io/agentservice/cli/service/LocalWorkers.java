package io.agentservice.cli.service;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.settings.WorkerSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** Workers inside this process that share all that one has: room for a session each. */
public final class LocalWorkers {
  private final List<LocalWorker> workers = new CopyOnWriteArrayList<>();

  private LocalWorkers() {}

  /**
   * Starts them; the cleanup stops them together.
   *
   * @param onEnd called with the exit code when one ends, also when nobody told it to
   */
  public static LocalWorkers start(
      int number, WorkerSettings settings, Progress progress, IntConsumer onEnd, Cleanup cleanup) {
    var all = new LocalWorkers();
    cleanup.later(all::stop);
    for (int i = 0; i < number; i++) {
      all.workers.add(LocalWorker.start(settings, progress, onEnd));
    }
    return all;
  }

  /** Whether one of them has. */
  public boolean ended() {
    return workers.stream().anyMatch(LocalWorker::ended);
  }

  private void stop() {
    var ends = workers.stream().map(worker -> Thread.ofVirtual().start(worker::stop)).toList();
    for (var end : ends) {
      try {
        end.join(); // bounded by the limits of a stop
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
