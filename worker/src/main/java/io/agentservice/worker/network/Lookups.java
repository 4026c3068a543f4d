package io.agentservice.worker.network;

import io.agentservice.worker.network.policy.Policy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks names up on threads of its own: the system's lookup holds up a virtual one's carrier. */
final class Lookups implements Policy.Resolver, AutoCloseable {
  private static final int AT_ONCE = 8;
  private static final int WAITING = 256;

  private final Policy.Resolver system;
  private final Duration limit;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          AT_ONCE,
          AT_ONCE,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(WAITING),
          Thread.ofPlatform().daemon().name("lookup").factory());

  Lookups(Policy.Resolver system, Duration limit) {
    this.system = system;
    this.limit = limit;
    threads.allowCoreThreadTimeOut(true);
  }

  /** As the machine does it. */
  static List<InetAddress> bySystem(String name) throws UnknownHostException {
    return List.of(InetAddress.getAllByName(name));
  }

  @Override
  public List<InetAddress> resolve(String name) throws UnknownHostException {
    try {
      var found = threads.submit(() -> system.resolve(name));
      return found.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException | RejectedExecutionException _) {
      throw new UnknownHostException(name);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(name);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
