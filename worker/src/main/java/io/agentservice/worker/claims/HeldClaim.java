package io.agentservice.worker.claims;

import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.ClientException;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.loop.WorkerEvent;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A claim on one entry, until it is released or lost. Thread-safe. */
public final class HeldClaim {

  public enum Renewal {
    RENEWED,
    /** The session fell asleep or ended; the claim is ours to release. */
    SESSION_ENDED,
    /** It is not ours any more: nothing to release. */
    LOST
  }

  private final Acceptor acceptor;

  /** Between a look and a renewal: what is looked up before one must not count after it. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile State state;
  private boolean lost;

  /** {@code clockOffset}: how far the server's clock is behind ours. */
  private record State(QueueEntry entry, Duration clockOffset) {}

  HeldClaim(Acceptor acceptor, QueueEntry entry) {
    this.acceptor = acceptor;
    this.state = new State(entry, Duration.ZERO);
    if (entry.status().connectToken() != null) {
      this.state = answered(entry);
    }
  }

  /** The answer is of this moment, and so is its updated_at. */
  private static State answered(QueueEntry entry) {
    var serverNow = Instant.ofEpochSecond(entry.metadata().updatedAt());
    return new State(entry, Duration.between(serverNow, Instant.now()));
  }

  /** As in the last answer to a claim. */
  public QueueEntry entry() {
    return state.entry;
  }

  public String sessionId() {
    return state.entry.metadata().sessionId();
  }

  /** The latest connect token; null for a found claim that was not yet renewed. */
  public @Nullable String connectToken() {
    return state.entry.status().connectToken();
  }

  /** Where the remote connects to; null when neither the claim nor the settings say. */
  public @Nullable URI gateway() {
    return acceptor.gateway(state.entry);
  }

  /** Whether we still hold this entry, as read now. */
  public boolean isOurs(QueueEntry now) {
    return acceptor.id().equals(now.status().acceptorId());
  }

  /** The time to this entry's deadline; zero without one. */
  public Duration left(QueueEntry now) {
    var deadline = now.status().claimDeadline();
    return deadline == null
        ? Duration.ZERO
        : Duration.between(Instant.now(), Instant.ofEpochSecond(deadline).plus(state.clockOffset));
  }

  /**
   * Claims again; throws {@link ClientException} when no answer decides it. What {@link #read} has
   * seen lost is not claimed again: that would be a claim of its own, which nobody serves.
   */
  public Renewal renew() {
    lock.lock();
    try {
      return lost ? Renewal.LOST : claimAgain();
    } finally {
      lock.unlock();
    }
  }

  private Renewal claimAgain() {
    return switch (acceptor.fleet().claim(sessionId(), acceptor.id())) {
      case ClaimAnswer.Refused(var problem) ->
          problem.code().equals("session_ended") ? Renewal.SESSION_ENDED : Renewal.LOST;
      case ClaimAnswer.Claimed(var entry) -> {
        if (acceptor.flaw(sessionId(), entry) != null) {
          yield Renewal.LOST;
        }
        state = answered(entry);
        var deadline = entry.status().claimDeadline();
        acceptor
            .progress()
            .tell(new WorkerEvent.Renewed(sessionId(), deadline == null ? 0 : deadline));
        yield Renewal.RENEWED;
      }
    };
  }

  /** The entry as it is now; empty when it is gone. */
  public Optional<QueueEntry> read() {
    lock.lock();
    try {
      var now = acceptor.fleet().find(sessionId());
      lost |= now.isPresent() && !isOurs(now.get());
      return now;
    } finally {
      lock.unlock();
    }
  }

  /** What the session may reach now; empty without an answer, and when it is not ours any more. */
  public Optional<NetworkPolicy> latestPolicy() {
    try {
      return read().filter(this::isOurs).map(now -> now.spec().networkPolicy());
    } catch (ClientException _) {
      return Optional.empty();
    }
  }

  /** Gives it back; see {@link Releases}. */
  public void release() {
    acceptor.release(sessionId());
  }
}
