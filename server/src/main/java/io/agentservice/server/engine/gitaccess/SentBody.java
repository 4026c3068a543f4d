package io.agentservice.server.engine.gitaccess;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to a host, which one thread gives piece by piece and no faster than it is
 * sent.
 */
final class SentBody implements BodyPublisher {
  private static final int MOST_PERMITS = 1 << 16;

  private final long length;
  private final CompletableFuture<Subscriber<? super ByteBuffer>> taker = new CompletableFuture<>();
  private final Semaphore wanted = new Semaphore(0);
  private volatile boolean stopped;

  /** {@code length}: negative when it is not known. */
  SentBody(long length) {
    this.length = length;
  }

  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    boolean first = taker.complete(subscriber); // before it asks for the first piece
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {
            wanted.release((int) Math.min(n, MOST_PERMITS));
          }

          @Override
          public void cancel() {
            stop();
          }
        });
    if (!first) {
      subscriber.onError(new IOException("a body is sent once only"));
    }
  }

  /** Gives a piece, once it is wanted; false when nothing is wanted any more. */
  boolean give(byte[] bytes, int count) throws InterruptedException {
    wanted.acquire();
    var subscriber = taker.getNow(null);
    if (stopped || subscriber == null) {
      return false;
    }
    subscriber.onNext(ByteBuffer.wrap(Arrays.copyOf(bytes, count)));
    return true;
  }

  /** That was all. */
  void end() throws InterruptedException {
    if (taker.getNow(null) == null) {
      wanted.acquire(); // nothing was given yet
    }
    var subscriber = taker.getNow(null);
    if (!stopped && subscriber != null) {
      subscriber.onComplete();
    }
  }

  /** The rest does not come. */
  void fail(@Nullable Throwable cause) {
    var subscriber = taker.getNow(null);
    boolean sending = !stopped && subscriber != null;
    stop();
    if (sending) {
      subscriber.onError(new IOException("the rest does not come", cause));
    }
  }

  /** Nothing more is wanted: the request is over. */
  void stop() {
    stopped = true;
    wanted.release(MOST_PERMITS);
  }
}
