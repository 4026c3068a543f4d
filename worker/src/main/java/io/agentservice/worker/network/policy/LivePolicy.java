package io.agentservice.worker.network.policy;

import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What one session may reach, which people may widen while it runs; any thread. */
public final class LivePolicy {
  /** Any program of the session can make us look: less and less often while there is no news. */
  private static final Duration SHORTEST = Duration.ofMillis(200);

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final URI gateway;
  private final Supplier<Optional<NetworkPolicy>> latest;
  private final ReentrantLock look = new ReentrantLock();
  private volatile Policy policy;
  private NetworkPolicy known;
  private Duration pace = SHORTEST;

  /** When the last look began. */
  private long looked = System.nanoTime() - LONGEST.toNanos();

  /** {@code latest} asks the service, and is empty when there is no answer. */
  public LivePolicy(NetworkPolicy first, URI gateway, Supplier<Optional<NetworkPolicy>> latest) {
    this.gateway = gateway;
    this.latest = latest;
    this.known = first;
    this.policy = new Policy(first, gateway);
  }

  /** As it was last seen. */
  public Policy policy() {
    return policy;
  }

  /** As it is now, or was last seen when the service does not answer; blocks. */
  public Policy refreshed() {
    long asked = System.nanoTime();
    look.lock();
    try {
      if (looked - asked < 0) { // those who waited meanwhile share what one has seen
        rest();
        looked = System.nanoTime();
        latest.get().filter(NetworkPolicy::enabled).ifPresent(this::become);
      }
      return policy;
    } finally {
      look.unlock();
    }
  }

  private void rest() {
    long since = System.nanoTime() - looked;
    if (since > 2 * LONGEST.toNanos()) {
      pace = SHORTEST;
    }
    LockSupport.parkNanos(pace.toNanos() - since);
    pace = pace.multipliedBy(2).compareTo(LONGEST) < 0 ? pace.multipliedBy(2) : LONGEST;
  }

  private void become(NetworkPolicy now) {
    if (!now.equals(known)) {
      known = now;
      policy = new Policy(now, gateway);
      pace = SHORTEST;
    }
  }
}
