package io.agentservice.worker.network.pasta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The look for servers; what doors do for them is DoorsWallsTest's. */
class DoorsTest {
  private final SynchronousQueue<Supplier<Set<Integer>>> looks = new SynchronousQueue<>();
  private final LinkedBlockingQueue<String> trouble = new LinkedBlockingQueue<>();

  @Test
  void aLookThatFailsIsNotTheLastAndIsToldOnceUntilOneWorks() throws Exception {
    try (var _ = Doors.open(ProcessHandle.current().pid(), this::next, trouble::add)) {
      look(DoorsTest::broken);
      look(DoorsTest::broken);
      look(DoorsTest::broken);
      look(Set::of);
      assertThat(trouble).containsExactly("java.lang.IllegalStateException: unreadable");
      look(DoorsTest::broken);
      look(Set::of);
      assertThat(trouble).hasSize(2);
    }
  }

  private static Set<Integer> broken() {
    throw new IllegalStateException("unreadable");
  }

  private Set<Integer> next() {
    try {
      var look = looks.poll(120, TimeUnit.SECONDS);
      return look == null ? Set.of() : look.get();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void look(Supplier<Set<Integer>> outcome) throws InterruptedException {
    assertThat(looks.offer(outcome, 120, TimeUnit.SECONDS)).as("there is another look").isTrue();
  }
}
