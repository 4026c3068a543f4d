package io.agentservice.e2e.fleet;

import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ClientException;
import io.agentservice.e2e.Installation;
import io.agentservice.wire.fleet.QueueEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches who holds which session and strikes those that the plan names, once each. A worker that
 * was killed is started again after a pause, as a service manager does it.
 */
final class Killer implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Installation installation;
  private final Fleet fleet;
  private final Map<String, Strike> waiting;
  private final Map<String, Long> due = new HashMap<>();
  private final Map<Strike.Target, Integer> done = new EnumMap<>(Strike.Target.class);
  private final ExecutorService restarts = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService killing = Executors.newVirtualThreadPerTaskExecutor();
  private final Future<?> run;
  private volatile boolean over;

  Killer(Installation installation, Fleet fleet, Map<String, Strike> plan) {
    this.installation = installation;
    this.fleet = fleet;
    this.waiting = new HashMap<>(plan);
    this.run = killing.submit(this::run);
  }

  private void run() {
    while (!over && !waiting.isEmpty()) {
      try {
        installation
            .client()
            .fleet()
            .listAll(new FleetClient.Filter(installation.outpost(), "claimed", null))
            .entries()
            .forEach(this::consider);
      } catch (ClientException _) {
        // The server is away; it was killed, too.
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private void consider(QueueEntry entry) {
    var session = entry.metadata().sessionId();
    var strike = waiting.get(session);
    var acceptor = entry.status().acceptorId();
    if (strike == null || acceptor == null || !hasCome(strike.moment(), session)) {
      return;
    }
    long time =
        due.computeIfAbsent(session, _ -> System.nanoTime() + strike.afterMillis() * 1_000_000);
    if (System.nanoTime() >= time && strike(fleet.worker(acceptor), session, strike)) {
      waiting.remove(session);
    }
  }

  private boolean hasCome(Strike.Moment moment, String session) {
    return switch (moment) {
      case CLAIMED -> true;
      case COMMAND_RUNS -> Files.exists(installation.work().resolve(session + ".txt"));
    };
  }

  /** False when there is nothing to kill yet. */
  private boolean strike(Fleet.Worker worker, String session, Strike strike) {
    var remote = worker.remote(session);
    boolean remoteToo = strike.target() != Strike.Target.WORKER;
    if ((remoteToo && remote.isEmpty()) || !worker.runs()) {
      return false;
    }
    // The worker goes first, or it would bring the remote back.
    if (strike.target() != Strike.Target.REMOTE) {
      kill(worker, strike.pauseMillis());
    }
    if (remoteToo) {
      remote.get().destroyForcibly();
    }
    done.merge(strike.target(), 1, Integer::sum);
    System.out.printf(
        "fleet: kill %s (%s) of %s by %s%n", strike.target(), strike.moment(), session, worker);
    return true;
  }

  private void kill(Fleet.Worker worker, long pauseMillis) {
    try {
      worker.kill();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    var _ =
        restarts.submit(() -> {
          LockSupport.parkNanos(pauseMillis * 1_000_000);
          try {
            worker.start();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** How often what was killed, once this is closed; throws when the killing broke off. */
  Map<Strike.Target, Integer> kills() {
    var _ = run.resultNow();
    return done;
  }

  /** No more kills; every killed worker is started again when this returns. */
  @Override
  public void close() {
    over = true;
    killing.close();
    restarts.close();
  }
}
