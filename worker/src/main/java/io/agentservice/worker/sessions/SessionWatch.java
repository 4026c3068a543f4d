package io.agentservice.worker.sessions;

import io.agentservice.client.http.ClientException;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.claims.HeldClaim;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Polls the session's entry from the claim to the release (fleet.md 7 steps 8 and 10), on a thread
 * of its own so that a silent API holds up no run; renews the claim while no remote is connected.
 */
final class SessionWatch implements AutoCloseable {
  private static final Duration RENEW_BELOW = Duration.ofSeconds(60);

  /** For a remote that hangs; others give up by themselves when the gateway is away. */
  private static final Duration CONNECT_LIMIT = Duration.ofMinutes(5);

  /** Until the remote is connected a person is waiting for the line that says so. */
  private static final Duration FIRST_POLLS = Duration.ofSeconds(1);

  private final HeldClaim claim;
  private final Duration pollInterval;
  private final Stop stop;
  private final Progress progress;
  private final Consumer<RunEvent> tell;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Launch launch = Launch.NONE;
  private boolean apiAway;
  private boolean asleep;

  /** A start of a remote. */
  private record Launch(String sha, long nanoTime, boolean started) {
    static final Launch NONE = new Launch("", 0, false);
  }

  SessionWatch(
      HeldClaim claim,
      Duration pollInterval,
      Stop stop,
      Progress progress,
      Consumer<RunEvent> tell) {
    this.stop = stop;
    this.claim = claim;
    this.pollInterval = pollInterval;
    this.progress = progress;
    this.tell = tell;
    Thread.ofVirtual().name("watch-" + claim.sessionId()).start(this::run);
  }

  /** From now on the line about its connection is due. */
  void remoteStarted(String sha) {
    launch = new Launch(sha, System.nanoTime(), true);
  }

  /** From the start of a remote until its connection was seen. */
  boolean awaitsConnection() {
    return launch.started;
  }

  private void run() {
    while (!waitForClose()) {
      try {
        var entry = claim.read();
        apiAway = false;
        if (closed.getCount() == 0 || !goesOn(entry)) {
          return;
        }
      } catch (ClientException e) {
        // A stop cuts the connections off: that is no news.
        if (!apiAway && closed.getCount() > 0 && !stop.reached(Level.STOP)) {
          apiAway = true;
          progress.tell(new WorkerEvent.ApiAway(claim.sessionId(), String.valueOf(e.getMessage())));
        }
      }
    }
  }

  private boolean waitForClose() {
    var interval =
        launch.started && pollInterval.compareTo(FIRST_POLLS) > 0 ? FIRST_POLLS : pollInterval;
    try {
      return closed.await(interval.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return true;
    }
  }

  /** Acts on the entry; false when there is nothing more to watch. */
  private boolean goesOn(Optional<QueueEntry> found) {
    if (found.isEmpty()) {
      tell.accept(new RunEvent.Ended("gone"));
      return false;
    }
    var entry = found.get();
    if (!claim.isOurs(entry)) {
      var holder = entry.status().acceptorId();
      tell.accept(new RunEvent.ClaimLost(holder == null ? "it lapsed" : "now held by " + holder));
      return false;
    }
    return switch (entry.status().sessionStatus()) {
      case "terminated" -> {
        tell.accept(new RunEvent.Ended("terminated"));
        yield false;
      }
      case "suspended" -> {
        if (!asleep) {
          asleep = true;
          tell.accept(new RunEvent.FellAsleep());
        }
        yield true;
      }
      case "running" -> {
        if (launch.started) {
          progress.tell(new WorkerEvent.RemoteConnected(claim.sessionId(), launch.sha));
          launch = Launch.NONE;
        }
        yield true;
      }
      default -> keepClaim(entry);
    };
  }

  private boolean keepClaim(QueueEntry entry) {
    var current = launch;
    if (current.started && System.nanoTime() - current.nanoTime > CONNECT_LIMIT.toNanos()) {
      launch = Launch.NONE;
      tell.accept(new RunEvent.NeverConnected());
      return true;
    }
    if (claim.left(entry).compareTo(RENEW_BELOW) >= 0) {
      return true;
    }
    return switch (claim.renew()) {
      case RENEWED, SESSION_ENDED -> true; // how it ended shows in the next look
      case LOST -> {
        tell.accept(new RunEvent.ClaimLost("it could not be renewed"));
        yield false;
      }
    };
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
