package io.agentservice.server.engine.gitaccess;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SentBodyTest {
  private final SentBody body = new SentBody(-1);
  private final AtomicInteger pieces = new AtomicInteger();
  private final CompletableFuture<Throwable> end = new CompletableFuture<>();

  /** Does something when it is subscribed. */
  private Subscriber<ByteBuffer> taker(Consumer<Subscription> begun) {
    return new Subscriber<>() {
      @Override
      public void onSubscribe(Subscription subscription) {
        begun.accept(subscription);
      }

      @Override
      public void onNext(ByteBuffer item) {
        pieces.incrementAndGet();
      }

      @Override
      public void onError(Throwable cause) {
        end.complete(cause);
      }

      @Override
      public void onComplete() {
        end.complete(null);
      }
    };
  }

  private boolean give() {
    try {
      return body.give(new byte[] {1}, 1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPieceIsTakenAsSoonAsItIsAskedFor() {
    body.subscribe(
        taker(subscription -> {
          subscription.request(1);
          assertThat(give()).isTrue(); // as another thread may, before the subscription is over
        }));
    assertThat(pieces).hasValue(1);
  }

  @Test
  void nothingIsGivenOnceNothingIsWanted() throws Exception {
    body.subscribe(taker(Subscription::cancel));
    assertThat(give()).isFalse();
    body.end();
    assertThat(end).isNotDone();
    assertThat(pieces).hasValue(0);
  }

  @Test
  void whatFailsIsToldAsFailed() {
    body.subscribe(taker(subscription -> subscription.request(1)));
    body.fail(new IllegalStateException("gone"));
    assertThat(end.join()).hasRootCauseMessage("gone");
    assertThat(give()).isFalse();
  }

  @Test
  void aBodyIsSentOnceOnly() {
    body.subscribe(taker(_ -> {}));
    body.subscribe(taker(_ -> {}));
    assertThat(end.join()).hasMessageContaining("once");
  }
}
