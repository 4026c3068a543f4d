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
  /** Any program of the session can make us look. */
  private static final Duration PACE = Duration.ofMillis(200);

  private final URI gateway;
  private final Supplier<Optional<NetworkPolicy>> latest;
  private final ReentrantLock look = new ReentrantLock();
  private volatile Policy policy;

  /** When the last look began. */
  private long looked = System.nanoTime() - PACE.toNanos();

  /** {@code latest} asks the service, and is empty when there is no answer. */
  public LivePolicy(
      NetworkPolicy first, URI gateway, Supplier<Optional<NetworkPolicy>> latest) {
    this.gateway = gateway;
    this.latest = latest;
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
        LockSupport.parkNanos(looked + PACE.toNanos() - System.nanoTime());
        looked = System.nanoTime();
        latest.get().filter(NetworkPolicy::enabled).ifPresent(this::become);
      }
      return policy;
    } finally {
      look.unlock();
    }
  }

  private void become(NetworkPolicy now) {
    policy = new Policy(now, gateway);
  }
}
