package io.agentservice.worker.claims;

import io.agentservice.client.ClaimAnswer;
import io.agentservice.client.FleetClient;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Retry;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import io.agentservice.worker.loop.WorkerEvent;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes claims in the name of one acceptor (fleet.md 7 step 6). */
public final class Claims {
  final FleetClient fleet;
  final Releases releases;
  final String acceptorId;
  final Stop stop;
  final Progress progress;
  private final Retry retry;
  private final @Nullable URI gatewayFallback;

  /** {@code gatewayFallback} is for claims that name no gateway. */
  public Claims(
      FleetClient fleet,
      Releases releases,
      String acceptorId,
      Stop stop,
      Retry retry,
      Progress progress,
      @Nullable URI gatewayFallback) {
    this.fleet = fleet;
    this.releases = releases;
    this.acceptorId = acceptorId;
    this.stop = stop;
    this.retry = retry;
    this.progress = progress;
    this.gatewayFallback = gatewayFallback;
  }

  /**
   * Claims a session's entry; empty when another was first, the session is over, the answer is
   * useless, or a stop came.
   */
  public Optional<HeldClaim> take(String sessionId) {
    // A claim whose answer got lost is repeated: for its holder that is a renewal.
    var answer =
        retry.untilItWorks(
            "claim " + sessionId, Level.STOP, () -> fleet.claim(sessionId, acceptorId));
    if (answer.isEmpty()) {
      releases.release(sessionId, acceptorId, stop); // it may have been granted
      return Optional.empty();
    }
    return switch (answer.get()) {
      case ClaimAnswer.Refused(var problem) -> {
        progress.tell(new WorkerEvent.ClaimRefused(sessionId, problem.detail()));
        yield Optional.empty();
      }
      case ClaimAnswer.Claimed(var entry) -> {
        var flaw = flaw(sessionId, entry);
        if (flaw != null) {
          releases.release(sessionId, acceptorId, stop);
          retry.pause("serve " + sessionId, Level.DRAIN, flaw); // it will be offered again at once
          yield Optional.empty();
        }
        yield Optional.of(new HeldClaim(this, entry));
      }
    };
  }

  /** A claim that an earlier worker of this acceptor left; not renewed by this. */
  public HeldClaim found(QueueEntry entry) {
    return new HeldClaim(this, entry);
  }

  public List<QueueEntry> held() {
    return fleet.listAll(new FleetClient.Filter(null, "claimed", acceptorId)).entries();
  }

  /** The entry of a session as it is now; empty when it has none. */
  public Optional<QueueEntry> entry(String sessionId) {
    return fleet.find(sessionId);
  }

  /** Why a granted claim cannot be served; null when it can. */
  @Nullable String flaw(String sessionId, QueueEntry entry) {
    var status = entry.status();
    if (!bare(entry.metadata().sessionId()).equals(bare(sessionId))
        || !acceptorId.equals(status.acceptorId())) {
      return "the answer is about another claim";
    }
    if (status.connectToken() == null || status.claimDeadline() == null) {
      return "the answer has no connect token or deadline";
    }
    return gateway(entry) == null ? "the answer names no gateway, see --gateway-url" : null;
  }

  @Nullable URI gateway(QueueEntry entry) {
    var named = entry.status().gatewayUrl();
    try {
      return named == null || named.isBlank() ? gatewayFallback : new URI(named);
    } catch (URISyntaxException _) {
      return gatewayFallback;
    }
  }

  /** Ids may be given without prefix or with either word of it (completions.md 2). */
  private static String bare(String sessionId) {
    return sessionId.substring(sessionId.lastIndexOf('-') + 1);
  }
}
