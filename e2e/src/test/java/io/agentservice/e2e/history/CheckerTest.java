package io.agentservice.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.e2e.history.ModelQueue.Flaw;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker passes a right queue under any load, and catches every wrong one. */
@Execution(ExecutionMode.CONCURRENT) // each method waits for loads of its own
class CheckerTest {
  private static final long TTL = 60_000;
  private static final Checker.Promise PROMISE = new Checker.Promise(TTL, 1);
  private static final int SEEDS = 12;

  /** Each takes seconds, and all are gone through; a wrong queue is mostly caught by the first. */
  private static final int SEEDS_OF_THE_RIGHT_ONE = 3;

  @Test
  void passesTheRightQueueWhateverTheSeed() throws Exception {
    for (long seed = 1; seed <= SEEDS_OF_THE_RIGHT_ONE; seed++) {
      var history = run(Flaw.NONE, seed);

      assertThat(violations(history)).as("seed %d", seed).isEmpty();
      assertThat(history.count(Op.Kind.CLAIM, Op.OK)).isGreaterThan(10);
      assertThat(history.count(Op.Kind.CLAIM, "claim_lost")).isPositive();
      assertThat(history.count(Op.Kind.EVENT)).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void catchesEveryFlaw(Flaw flaw) throws Exception {
    String words =
        switch (flaw) {
          case NONE -> "";
          case TWO_WINNERS -> "two holders at once|was granted while another held it";
          case LOST_ON_RELEASE -> "lost";
          case POSITION_BEFORE_COMMIT -> "a change was not told";
          case DEADLINE_GOES_BACK -> "the deadline went back";
          case LAPSE_IGNORED -> "a lapsed claim seen as claimed";
          case STALE_RELEASE_ACCEPTED -> "released by somebody who can't have held it";
        };
    boolean caught = false;
    for (long seed = 1; seed <= SEEDS && !caught; seed++) {
      caught =
          violations(run(flaw, seed)).stream()
              .anyMatch(v -> v.matches("(?s)(" + words + ").*|.*(" + words + ").*"));
    }
    assertThat(caught).isTrue();
  }

  @Test
  void readsAHistoryAsItWasWritten(@TempDir Path directory) throws Exception {
    var history = run(Flaw.NONE, 1);
    var file = directory.resolve("history.jsonl");

    history.write(file);

    assertThat(History.read(file).ops()).isEqualTo(history.ops());
  }

  private static List<String> violations(History history) {
    return Checker.violations(history, PROMISE);
  }

  private static History run(Flaw flaw, long seed) throws Exception {
    var history = new History();
    var plan = new Load.Plan(10, 12, 3, 400_000, Long.MAX_VALUE, TTL, 3_000_000);
    new Load(new ModelQueue(flaw, TTL, seed), history, plan).run(seed);
    return history;
  }
}
