package io.agentservice.worker.claims;

import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes claims in the name of one acceptor (fleet.md 7 step 6). */
public final class Claims {
  private final Acceptor acceptor;
  private final FleetClient fleet;
  private final Retry retry;

  /** {@code gatewayFallback} is for claims that name no gateway. */
  public Claims(
      FleetClient fleet,
      Releases releases,
      String acceptorId,
      Stop stop,
      Retry retry,
      Progress progress,
      @Nullable URI gatewayFallback) {
    this.acceptor = new Acceptor(acceptorId, fleet, releases, stop, progress, gatewayFallback);
    this.fleet = fleet;
    this.retry = retry;
  }

  /** Empty when another was first, the session is over, or a stop came. */
  public Optional<HeldClaim> take(String sessionId) {
    // A claim whose answer got lost is repeated: for its holder that is a renewal.
    var answer =
        retry.untilItWorks(
            "claim " + sessionId, Level.STOP, () -> fleet.claim(sessionId, acceptor.id()));
    if (answer.isEmpty()) {
      acceptor.release(sessionId); // it may have been granted
      return Optional.empty();
    }
    return switch (answer.get()) {
      case ClaimAnswer.Refused(var problem) -> {
        acceptor.progress().tell(new WorkerEvent.ClaimRefused(sessionId, problem.detail()));
        yield Optional.empty();
      }
      case ClaimAnswer.Claimed(var entry) -> {
        var flaw = acceptor.flaw(sessionId, entry);
        if (flaw != null) {
          acceptor.release(sessionId);
          retry.pause("serve " + sessionId, Level.DRAIN, flaw); // it will be offered again at once
          yield Optional.empty();
        }
        yield Optional.of(new HeldClaim(acceptor, entry));
      }
    };
  }

  /** A claim that an earlier worker of this acceptor left; not renewed by this. */
  public HeldClaim found(QueueEntry entry) {
    return new HeldClaim(acceptor, entry);
  }

  public List<QueueEntry> held() {
    return fleet.listAll(new FleetClient.Filter(null, "claimed", acceptor.id())).entries();
  }

  /** The entry of a session as it is now; empty when it has none. */
  public Optional<QueueEntry> entry(String sessionId) {
    return fleet.find(sessionId);
  }
}
