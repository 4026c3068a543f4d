package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@LogsErrors("worker goes on after an error")
class BackgroundTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Background background = new Background();
  private final LinkedBlockingQueue<Runnable> given = new LinkedBlockingQueue<>();
  private Runnable piece = () -> {};

  private LastingThread start(Duration longest) {
    return background.start(
        Thread.ofPlatform().daemon().name("worker"), longest, this::next, () -> piece.run());
  }

  private boolean next() throws InterruptedException {
    piece = given.take();
    return true;
  }

  @Test
  void aThreadGoesOnAfterWhateverItsWorkThrows() throws Exception {
    var done = new CountDownLatch(1);
    var thread = start(LONG);
    given.add(() -> {
      throw new IllegalStateException("no database");
    });
    given.add(() -> {
      throw new OutOfMemoryError("Java heap space");
    });
    given.add(() -> {
      throw new NoClassDefFoundError("Gone");
    });
    given.add(done::countDown);

    assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
    assertThat(background.trouble()).isEmpty();
    end(thread);
  }

  @Test
  void aStackThatIsTooDeepEndsOnePieceOfWorkOnly() throws Exception {
    var done = new CountDownLatch(1);
    var thread = start(LONG);
    given.add(() -> deeper(0));
    given.add(done::countDown);

    assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
    end(thread);
  }

  @SuppressWarnings("InfiniteRecursion") // that is what it is for
  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }

  @Test
  void aThreadThatIsStuckIsKnownByNameUntilItGoesOn() throws Exception {
    var goOn = new CountDownLatch(1);
    var after = new CountDownLatch(1);
    var thread = start(Duration.ZERO);
    assertThat(background.trouble()).isEmpty(); // it waits

    given.add(() -> await(goOn));
    Await.until(() -> background.trouble().isPresent());
    assertThat(background.trouble().orElseThrow()).startsWith("worker has been at one piece");
    goOn.countDown();
    given.add(after::countDown);
    await(after);
    Await.until(() -> background.trouble().isEmpty());
    end(thread);
  }

  @Test
  void aThreadThatWasEndedIsNoTrouble() throws Exception {
    var rounds = new AtomicInteger();
    var thread =
        background.start(
            Thread.ofVirtual().name("short"),
            LONG,
            () -> rounds.get() < 3,
            rounds::incrementAndGet);

    assertThat(thread.join(LONG)).isTrue();
    assertThat(rounds).hasValue(3);
    assertThat(background.trouble()).isEmpty();
  }

  @Test
  void aRingThatComesBeforeTheWaitIsNotLost() throws Exception {
    var bells = List.of(background.slowWork(), background.slowWork());
    background.soon();
    background.soon();

    for (var bell : bells) {
      bell.await(Duration.ofDays(1));
    }
  }

  private static void end(LastingThread thread) throws InterruptedException {
    thread.interrupt();
    assertThat(thread.join(LONG)).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
