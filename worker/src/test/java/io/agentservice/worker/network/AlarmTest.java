package io.agentservice.worker.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class AlarmTest {
  @Test
  void itRingsOnceItsTimeIsUp() throws Exception {
    var rung = new CountDownLatch(1);
    new Alarm(rung::countDown).set(Duration.ofMillis(20));
    assertThat(rung.await(120, TimeUnit.SECONDS)).isTrue();
  }

  /** Whoever connects and goes a thousand times a second would fill the worker's memory. */
  @Test
  void oneThatIsOffHoldsNothing() throws Exception {
    var held = ofOneThatIsOff();
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (held.get() != null && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(held.get()).isNull();
  }

  private static WeakReference<Object> ofOneThatIsOff() {
    var flag = new AtomicBoolean();
    var alarm = new Alarm(() -> flag.set(true));
    alarm.set(Duration.ofHours(1));
    alarm.off();
    return new WeakReference<>(flag);
  }
}
