package io.agentservice.server.engine.gitaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gitaccess.Operations.Limits;
import io.agentservice.server.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How long git may take, and how much of it goes on at once. */
class OperationsTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration OVER = Duration.ofNanos(1);

  private final GitAccess.Admitted admitted =
      new GitAccess.Admitted(
          Id.create(SessionId.class),
          1,
          new Scope(Id.create(AccountId.class), Id.create(OrgId.class)));

  /** What ends an operation, and how. */
  private GitRefusal ended(Limits limits, boolean awaitsGit) throws InterruptedException {
    var operations = new Operations(limits);
    try (var operation = operations.begin(admitted)) {
      operation.awaitsGit(awaitsGit);
      letANanosecondPass();
      operations.look(claims -> List.of());
      var cause = operation.cause();
      assertThat(Thread.currentThread().isInterrupted()).isEqualTo(cause != null);
      return cause;
    } finally {
      assertThat(Thread.interrupted()).as("it was for the operation alone").isFalse();
      assertThat(operations.count()).isZero();
      assertThat(operations.sessions()).isZero();
    }
  }

  private static void letANanosecondPass() {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun <= OVER.toNanos()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aHostThatSaysNothingIsNotWaitedForForever() throws Exception {
    var limits = new Limits(LONG, OVER, LONG, LONG);
    assertThat(ended(limits, false).status()).isEqualTo(504);
    assertThat(ended(limits, false).text()).startsWith("Nothing came for");
    assertThat(ended(limits, true)).as("git may be silent for longer").isNull();
  }

  @Test
  void aGitThatSaysNothingIsNotWaitedForForever() throws Exception {
    var limits = new Limits(LONG, LONG, OVER, LONG);
    assertThat(ended(limits, true).status()).isEqualTo(504);
    assertThat(ended(limits, false)).isNull();
  }

  @Test
  void nothingTakesLongerThanTheWholeMay() throws Exception {
    assertThat(ended(new Limits(LONG, LONG, LONG, OVER), false).text())
        .startsWith("It took longer than");
  }

  @Test
  void whatHasAClaimThatStandsNoLongerEnds() throws Exception {
    var operations = new Operations(Limits.USUAL);
    try (var operation = operations.begin(admitted)) {
      operations.look(claims -> claims);
      assertThat(operation.cause().text()).contains("not served under this claim");
    }
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whoFindsNoPlaceIsToldAndHoldsNone() throws Exception {
    var operations = new Operations(new Limits(OVER, LONG, LONG, LONG));
    var all = new ArrayList<Operations.Operation>();
    for (int i = 0; i < Operations.AT_ONCE; i++) {
      all.add(operations.begin(admitted));
    }
    assertThatThrownBy(() -> operations.begin(admitted))
        .isInstanceOfSatisfying(
            GitRefusal.class, refusal -> assertThat(refusal.status()).isEqualTo(429));
    all.removeLast().close();
    all.add(operations.begin(admitted));
    all.forEach(Operations.Operation::close);
    assertThat(operations.sessions()).isZero();
  }

  @Test
  void onlySoManyWait() throws Exception {
    var operations = new Operations(new Limits(LONG, LONG, LONG, LONG));
    var all = new ArrayList<Operations.Operation>();
    for (int i = 0; i < Operations.AT_ONCE; i++) {
      all.add(operations.begin(admitted));
    }
    var gone = new CountDownLatch(Operations.WAITING);
    var waiting = new ArrayList<Thread>();
    for (int i = 0; i < Operations.WAITING; i++) {
      waiting.add(
          Thread.ofVirtual()
              .start(() -> {
                try (var _ = operations.begin(admitted)) {
                  throw new AssertionError("there was a place");
                } catch (InterruptedException _) {
                  gone.countDown();
                }
              }));
    }
    Await.until(
        () -> waiting.stream().allMatch(one -> one.getState() == Thread.State.TIMED_WAITING));
    assertThatThrownBy(() -> operations.begin(admitted)).isInstanceOf(GitRefusal.class);
    waiting.forEach(Thread::interrupt);
    gone.await();
    all.forEach(Operations.Operation::close);
    assertThat(operations.sessions()).isZero();
  }
}
