package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundTaskTest {
  @Test
  void theWorkIsDoneWhileTheCallerGoesOn() {
    var callerWasHere = new CountDownLatch(1);
    var beside = BackgroundTask.begin("work", () -> await(callerWasHere));
    callerWasHere.countDown();
    assertThat(beside.join()).isEqualTo("done");
  }

  @Test
  void whatTheWorkThrowsReachesTheCallerAsItIs() {
    var beside =
        BackgroundTask.begin(
            "work",
            () -> {
              throw new IllegalArgumentException("no");
            });
    assertThatThrownBy(beside::join).isInstanceOf(IllegalArgumentException.class).hasMessage("no");
  }

  @Test
  void anInterruptOfTheCallerEndsTheWorkAndStays() {
    var never = new CountDownLatch(1);
    var beside = BackgroundTask.begin("work", () -> await(never));
    Thread.currentThread().interrupt();
    assertThat(beside.join()).isEqualTo("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void workThatIsSoonDoneHearsOfNoInterruptOfTheCaller() throws Exception {
    var goOn = new CountDownLatch(1);
    var beside = BackgroundTask.begin("work", () -> await(goOn));
    var caller = Thread.currentThread();
    var later =
        Thread.ofVirtual()
            .start(() -> {
              caller.interrupt();
              while (caller.isInterrupted()) { // until the caller has met it
                Thread.onSpinWait();
              }
              goOn.countDown();
            });
    assertThat(beside.finish()).isEqualTo("done");
    assertThat(Thread.interrupted()).isTrue();
    later.join();
  }

  private static String await(CountDownLatch latch) {
    try {
      latch.await();
      return "done";
    } catch (InterruptedException _) {
      return "interrupted";
    }
  }
}
