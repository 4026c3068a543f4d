package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.ToServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request and its caller; {@link #await}, {@link #fail}, {@link #started} on any thread. */
final class PendingResponse {
  /** Tries to get missing bytes sent again before the connection is given up. */
  private static final int MAX_REPAIRS = 3;

  private final String id;
  private final @Nullable ChannelInput inflow;
  private final @Nullable Runnable atStart;
  private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile int channel;
  private volatile boolean started;
  private boolean repairing;
  private int repairs;

  /** Without bytes, {@code channel} is 0 and {@code inflow} null. */
  PendingResponse(String id, int channel, @Nullable ChannelInput inflow) {
    this(id, channel, inflow, null);
  }

  private PendingResponse(
      String id, int channel, @Nullable ChannelInput inflow, @Nullable Runnable atStart) {
    this.id = id;
    this.channel = channel;
    this.inflow = inflow;
    this.atStart = atStart;
  }

  /** Of what is sent further requests under its id while it runs, but not before it has begun. */
  static PendingResponse talking(String id, int channel, ChannelInput inflow, Runnable atStart) {
    return new PendingResponse(id, channel, inflow, atStart);
  }

  String id() {
    return id;
  }

  int channel() {
    return channel;
  }

  @Nullable ChannelInput inflow() {
    return inflow;
  }

  void start() {
    repairing = false;
    boolean before = started;
    started = true;
    if (atStart != null && !before) {
      atStart.run();
    }
  }

  /** Whether a refusal is not its own, but that of a request that was sent to it. */
  boolean outlives(ToServer.Failed refusal) {
    return atStart != null
        && (started ? !refusal.code().equals("io") : refusal.code().equals("unknown_command"));
  }

  boolean started() {
    return started;
  }

  /** True while the remote has been asked to send again and has not begun to. */
  boolean repairing() {
    return repairing;
  }

  /** Moves to a new channel to have bytes sent again; false when that was tried too often. */
  boolean repair(int newChannel) {
    repairs++;
    repairing = true;
    channel = newChannel;
    return repairs <= MAX_REPAIRS;
  }

  void answer(ToServer answer) {
    settle(answer);
  }

  void fail(RuntimeException cause) {
    settle(cause);
  }

  private void settle(Object result) {
    if (outcome.compareAndSet(null, result)) {
      over.countDown();
    }
  }

  /**
   * Null when the time is over; throws {@link MachineLostException} at the connection's end or an
   * interrupt.
   */
  @Nullable ToServer await(Duration patience) {
    try {
      if (!over.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return null;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MachineLostException("interrupted");
    }
    return switch (outcome.get()) {
      case ToServer answer -> answer;
      case RuntimeException cause -> throw cause;
      case null, default -> throw new IllegalStateException("over without an outcome");
    };
  }
}
