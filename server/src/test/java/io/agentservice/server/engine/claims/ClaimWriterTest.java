package io.agentservice.server.engine.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.claims.ClaimCommand.Lapse;
import io.agentservice.server.engine.claims.ClaimCommand.Outcome;
import io.agentservice.server.engine.claims.ClaimCommand.Result;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogsErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LogsErrors("claim-writer goes on after an error")
class ClaimWriterTest {
  private static final Result DONE = new Result(Outcome.DONE, null, 1);

  private static ClaimCommand command(int number) {
    return new Lapse(new SessionId("agent-" + number));
  }

  private static List<@Nullable Result> all(List<ClaimCommand> commands, @Nullable Result result) {
    return new ArrayList<>(Collections.nCopies(commands.size(), result));
  }

  @Test
  void commandsThatWaitWhileABatchIsUnderWayShareTheNextOne() throws Exception {
    var sizes = Collections.synchronizedList(new ArrayList<Integer>());
    var goOn = new CountDownLatch(1);
    try (var writer =
            new ClaimWriter(
                new Background(),
                commands -> {
                  sizes.add(commands.size());
                  await(goOn);
                  return all(commands, DONE);
                });
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = callers.submit(() -> writer.run(command(0)));
      Await.until(() -> !sizes.isEmpty());
      var rest =
          IntStream.range(1, 41)
              .mapToObj(i -> callers.submit(() -> writer.run(command(i))))
              .toList();
      Await.until(() -> writer.waiting() >= 40);
      goOn.countDown();
      assertThat(first.get()).isEqualTo(DONE);
      for (var each : rest) {
        assertThat(each.get()).isEqualTo(DONE);
      }
    }
    assertThat(sizes).containsExactly(1, 40);
  }

  @Test
  void aCommandWithoutResultIsGivenAgain() {
    var tries = new AtomicInteger();
    try (var writer =
        new ClaimWriter(
            new Background(),
            commands -> all(commands, tries.incrementAndGet() < 4 ? null : DONE))) {
      assertThat(writer.run(command(1))).isEqualTo(DONE);
    }
    assertThat(tries).hasValue(4);
  }

  static List<RuntimeException> faultsOfOneCommand() {
    return List.of(
        new UnableToExecuteStatementException(new SQLException("no", "22P05"), null),
        new IllegalStateException("no"));
  }

  @ParameterizedTest
  @MethodSource("faultsOfOneCommand")
  void aBatchThatFailsByOneCommandFailsThatOneAlone(RuntimeException fault) throws Exception {
    var batches = new AtomicInteger();
    var goOn = new CountDownLatch(1);
    var bad = command(5);
    try (var writer =
            new ClaimWriter(
                new Background(),
                commands -> {
                  batches.incrementAndGet();
                  await(goOn);
                  if (commands.contains(bad)) {
                    throw fault;
                  }
                  return all(commands, DONE);
                });
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var busy = callers.submit(() -> writer.run(command(100)));
      Await.until(() -> batches.get() == 1);
      var rest =
          IntStream.range(0, 9)
              .mapToObj(i -> callers.submit(() -> writer.run(command(i))))
              .toList();
      Await.until(() -> writer.waiting() >= 9);
      goOn.countDown();
      assertThat(busy.get()).isEqualTo(DONE);
      for (int i = 0; i < rest.size(); i++) {
        var one = rest.get(i);
        if (i == 5) {
          assertThatThrownBy(one::get).hasRootCauseMessage("no");
        } else {
          assertThat(one.get()).isEqualTo(DONE);
        }
      }
    }
  }

  @Test
  void severalCommandsAreCarriedOutTogetherOrSaidNotToBe() {
    try (var writer =
        new ClaimWriter(
            new Background(),
            commands ->
                commands.stream()
                    .map(command -> command.equals(command(3)) ? null : DONE)
                    .collect(Collectors.toList()))) {
      assertThat(writer.runAll(List.of(command(1), command(2)), false)).isTrue();
      assertThat(writer.runAll(List.of(command(1), command(3)), false)).isFalse();
      assertThat(writer.run(command(4))).isEqualTo(DONE);
    }
  }

  @Test
  void aFailedBatchFailsItsCommandsAndNoLaterOnes() {
    var tries = new AtomicInteger();
    try (var writer =
        new ClaimWriter(
            new Background(),
            commands -> {
              if (tries.getAndIncrement() == 0) {
                throw new IllegalStateException("no database");
              }
              return all(commands, DONE);
            })) {
      assertThatThrownBy(() -> writer.run(command(1))).hasMessage("no database");
      assertThat(writer.run(command(2))).isEqualTo(DONE);
    }
  }

  @Test
  void anErrorFailsItsBatchAndTheWriterGoesOn() {
    var batches = new AtomicInteger();
    try (var writer =
        new ClaimWriter(
            new Background(),
            commands -> {
              if (batches.getAndIncrement() < 4) {
                throw new StackOverflowError("too deep");
              }
              return all(commands, DONE);
            })) {
      for (int i = 0; i < 4; i++) {
        int number = i;
        assertThatThrownBy(() -> writer.run(command(number)))
            .hasRootCauseInstanceOf(StackOverflowError.class);
      }
      assertThat(writer.run(command(4))).isEqualTo(DONE);
    }
  }

  @Test
  void aClosedWriterRefuses() {
    var writer = new ClaimWriter(new Background(), commands -> all(commands, DONE));
    writer.close();
    assertThatThrownBy(() -> writer.run(command(1)))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(503));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
