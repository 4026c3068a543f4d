package io.agentservice.server.base.http;

import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A websocket of a caller: its talk runs on a virtual thread of its own, which owns the socket. */
public final class ClientSocket implements Session.Listener.AutoDemanding, Talk.Peer {
  private static final Logger LOG = LoggerFactory.getLogger(ClientSocket.class);
  private static final int MOST_BYTES = 64 << 10;
  private static final int GOING_AWAY = 1001;
  private static final int FAILED = 1011;

  /** So long one that takes nothing is borne with. */
  private static final Duration TAKES = Duration.ofSeconds(60);

  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final Duration BEAT = Duration.ofSeconds(BEAT_SECONDS);

  /** For the peer's part of the closing handshake. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Talk talk;
  private final Admitted admitted;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile @Nullable Session session;
  private volatile Waits waits = new Waits();
  private volatile boolean open = true;
  private volatile boolean stuck;
  private volatile long heardAt = System.nanoTime();
  private long beatAt = System.nanoTime();

  /** Runs work as long as the caller is let in. */
  @FunctionalInterface
  interface Admitted {
    void run(OpenStreams.Work<InterruptedException> work) throws InterruptedException;
  }

  ClientSocket(Talk talk, Admitted admitted) {
    this.talk = talk;
    this.admitted = admitted;
  }

  /** Of one that was let in once and for all. */
  public static ClientSocket of(Talk talk) {
    return new ClientSocket(talk, work -> work.run(new Waits()));
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    opened.setIdleTimeout(Duration.ZERO); // silence is ours to judge
    opened.setMaxTextMessageSize(MOST_BYTES);
    opened.setMaxBinaryMessageSize(MOST_BYTES);
    opened.setMaxFrameSize(MOST_BYTES);
    session = opened;
    Thread.ofVirtual().name("socket").start(this::run);
  }

  private void run() {
    int code = GOING_AWAY;
    try {
      admitted.run(given -> {
        waits = given;
        talk.run(this, given);
      });
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("a websocket's talk failed", e);
      code = FAILED;
    } finally {
      close(code, "connect again");
      release();
    }
  }

  private void release() {
    try {
      if (stuck || !closed.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
        opened().disconnect();
      }
    } catch (InterruptedException _) {
      opened().disconnect();
    } finally {
      end();
    }
  }

  @Override
  public void send(ByteBuffer bytes) throws InterruptedException {
    send((socket, sent) -> socket.sendBinary(bytes, sent));
  }

  @Override
  public void send(String text) throws InterruptedException {
    send((socket, sent) -> socket.sendText(text, sent));
  }

  private void send(BiConsumer<Session, Callback> sending) throws InterruptedException {
    if (!open) {
      return;
    }
    var sent = new CountDownLatch(1);
    sending.accept(opened(), Callback.from(sent::countDown, cause -> gone(sent)));
    waits.on(() -> {
      if (!sent.await(TAKES.toMillis(), TimeUnit.MILLISECONDS)) {
        open = false;
      }
    });
    stuck = sent.getCount() > 0;
  }

  private void gone(CountDownLatch sent) {
    end();
    sent.countDown();
  }

  @Override
  public void beat() {
    long now = System.nanoTime();
    if (now - heardAt > SILENCE.toNanos()) {
      open = false;
      stuck = true;
    } else if (open && now - beatAt >= BEAT.toNanos()) {
      beatAt = now;
      opened().sendPing(ByteBuffer.allocate(0), Callback.NOOP);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close(int code, String reason) {
    if (open && !stuck) {
      opened().close(code, reason, Callback.NOOP);
    }
    open = false;
  }

  private Session opened() {
    var there = session;
    if (there == null) {
      throw new IllegalStateException("not open yet");
    }
    return there;
  }

  @Override
  public void onWebSocketText(String text) {
    heardAt = System.nanoTime();
    if (open) {
      talk.text(text);
    }
  }

  @Override
  public void onWebSocketBinary(ByteBuffer bytes, Callback callback) {
    heardAt = System.nanoTime();
    if (open) {
      talk.bytes(bytes);
    }
    callback.succeed();
  }

  @Override
  public void onWebSocketPong(ByteBuffer payload) {
    heardAt = System.nanoTime();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    LOG.debug("socket broken cause={}", cause.toString());
    end();
  }

  @Override
  public void onWebSocketClose(int code, String reason, Callback callback) {
    closed.countDown();
    end();
    callback.succeed();
  }

  private void end() {
    open = false;
    if (told.compareAndSet(false, true)) {
      talk.closed();
    }
  }
}
