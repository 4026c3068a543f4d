package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.engine.machine.MachineLostException;
import io.agentservice.wire.frames.Frames;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection's websocket: bounded sending, the peer's last sign of life, its end. Jetty calls it
 * with a frame at a time.
 *
 * <p>Public for Jetty's reflection.
 */
public final class RemoteSocket implements Session.Listener.AutoDemanding {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteSocket.class);
  private static final int MAX_BINARY_BYTES = 1 << 20;

  /** What may wait to be sent, in KiB: two of the largest frames. */
  private static final int ROOM = 2 * (Frames.MAX_TEXT_BYTES >> 10);

  /** Small frames that may wait beside those: a peer can ask for pongs and read none. */
  private static final int SMALL_FRAMES = 1024;

  /** Bad frames of one connection that are worth a log line each. */
  private static final int LOGGED_FRAMES = 10;

  private final Handler handler;
  private final GatewaySettings settings;
  private final Semaphore room = new Semaphore(ROOM);
  private final Semaphore smallFrames = new Semaphore(SMALL_FRAMES);
  private final AtomicReference<@Nullable CloseReason> ending = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Session session;
  private volatile long heardAt = System.nanoTime();
  private int badFrames;

  interface Handler {
    void opened();

    void text(String frame);

    void binary(ByteBuffer frame);

    /** The connection is over, said once, on any thread: be quick. */
    void ended();
  }

  RemoteSocket(Handler handler, GatewaySettings settings) {
    this.handler = handler;
    this.settings = settings;
  }

  /** Waits for room. Throws {@link MachineLostException} when it is over, or not read. */
  void send(String frame) {
    int size = Math.min(1 + (frame.length() >> 10), ROOM);
    try {
      if (!room.tryAcquire(size, settings.silence().toMillis(), TimeUnit.MILLISECONDS)) {
        end(CloseReason.TOO_SLOW);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MachineLostException("interrupted");
    }
    if (hasEnded()) {
      throw new MachineLostException("the connection to the remote has ended");
    }
    open().sendText(frame, Callback.from(() -> room.release(size), this::broken));
  }

  /** Queues a small frame without waiting, for the reader, which must never wait for the writer. */
  void sendAtOnce(String frame) {
    atOnce((open, sent) -> open.sendText(frame, sent));
  }

  public void ping() {
    atOnce((open, sent) -> open.sendPing(ByteBuffer.allocate(0), sent));
  }

  /** A peer that leaves so many of them unread is too slow. */
  private void atOnce(BiConsumer<Session, Callback> send) {
    if (hasEnded()) {
      return;
    }
    if (!smallFrames.tryAcquire()) {
      end(CloseReason.TOO_SLOW);
      return;
    }
    send.accept(open(), Callback.from(smallFrames::release, this::broken));
  }

  /** Time until the peer counts as silent; negative when it does. */
  public Duration untilSilent() {
    return settings.silence().minusNanos(System.nanoTime() - heardAt);
  }

  /** The first cause counts. Does not close the socket: that is its owner's. */
  public void end(CloseReason cause) {
    if (ending.compareAndSet(null, cause)) {
      ended.countDown();
      handler.ended();
    }
  }

  public boolean hasEnded() {
    return ending.get() != null;
  }

  /** Null while the connection lives. */
  public @Nullable CloseReason ending() {
    return ending.get();
  }

  /** True when the connection ended within the time. */
  public boolean awaitEnd(Duration time) throws InterruptedException {
    return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Starts the closing handshake, after a last frame if there is one. Does not wait. */
  public void startClosing(CloseReason cause, @Nullable String lastFrame) {
    var open = session;
    if (open == null || cause == CloseReason.GONE || closed.getCount() == 0) {
      return;
    }
    if (lastFrame != null) {
      open.sendText(lastFrame, Callback.NOOP);
    }
    open.close(cause.code(), cause.text(), Callback.NOOP);
  }

  /**
   * Frees the socket; waits a little for the peer's part of the handshake, not for a silent one.
   */
  public void release(CloseReason cause) throws InterruptedException {
    var open = session;
    if (open == null) {
      return;
    }
    boolean answers =
        cause != CloseReason.SILENT && cause != CloseReason.TOO_SLOW && cause != CloseReason.GONE;
    if (!answers || !closed.await(settings.closeWithin().toMillis(), TimeUnit.MILLISECONDS)) {
      open.disconnect();
    }
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    opened.setIdleTimeout(Duration.ZERO); // Jetty's counts what we send, too: silence is ours
    opened.setMaxTextMessageSize(Frames.MAX_TEXT_BYTES);
    opened.setMaxBinaryMessageSize(MAX_BINARY_BYTES);
    opened.setMaxFrameSize(Frames.MAX_TEXT_BYTES);
    session = opened;
    heardAt = System.nanoTime();
    handler.opened();
  }

  @Override
  public void onWebSocketPing(ByteBuffer payload) {
    heardAt = System.nanoTime();
    var echo = ByteBuffer.allocate(payload.remaining()).put(payload).flip();
    atOnce((open, sent) -> open.sendPong(echo, sent));
  }

  @Override
  public void onWebSocketPong(ByteBuffer payload) {
    heardAt = System.nanoTime();
  }

  @Override
  public void onWebSocketText(String message) {
    heardAt = System.nanoTime();
    if (hasEnded()) {
      return;
    }
    try {
      handler.text(message);
    } catch (RuntimeException e) {
      ignored("text", e);
    }
  }

  @Override
  public void onWebSocketBinary(ByteBuffer message, Callback callback) {
    heardAt = System.nanoTime();
    try {
      if (!hasEnded()) {
        handler.binary(message);
      }
    } catch (RuntimeException e) {
      ignored("binary", e);
    }
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    broken(cause);
  }

  @Override
  public void onWebSocketClose(int code, String reason, Callback callback) {
    LOG.debug("socket closed code={}", code);
    closed.countDown();
    end(CloseReason.GONE);
    callback.succeed();
  }

  private void broken(Throwable cause) {
    LOG.debug("socket broken cause={}", cause.toString());
    end(CloseReason.GONE);
  }

  /** A frame that makes no sense never ends the connection (gateway-protocol.md section 1). */
  private void ignored(String kind, RuntimeException e) {
    badFrames++;
    if (badFrames <= LOGGED_FRAMES) {
      LOG.warn("frame ignored kind={} cause={}", kind, e.toString());
    }
  }

  private Session open() {
    var open = session;
    if (open == null) {
      throw new MachineLostException("the connection to the remote is not open");
    }
    return open;
  }
}
