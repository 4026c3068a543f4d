package io.agentservice.server.engine.sessions.children;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.lifecycle.CycleLimits.Reached;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.StaleException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents and those that they have started may use together; a dollar is an ACU here. */
class BudgetsIT extends OnChildren {
  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_ACU_DOLLARS", "1", "AGENT_DEFAULT_SESSION_ACU_LIMIT", "0");
  }

  private static BigDecimal dollars(String amount) {
    return new BigDecimal(amount);
  }

  private String running(int limit) {
    String id = running();
    limit(id, limit);
    return id;
  }

  private void limit(String id, int acus) {
    server.given().update("UPDATE session SET max_acu_limit = ? WHERE session_id = ?", acus, id);
  }

  private Optional<Reached> reserve(String id, String amount) {
    return turns.answer(new SessionId(id), tenure(id), turn -> turn.reserve(dollars(amount)));
  }

  private void use(String id, String amount) {
    assertThat(reserve(id, amount)).isEmpty();
    turn(id, turn -> turn.book(dollars(amount)));
  }

  private void finish(String id) {
    turn(
        id,
        turn -> {
          turn.deliver();
          turn.finished(null);
        });
  }

  @Test
  void aChildsBudgetIsTakenFromItsParents() {
    String parent = running(10);
    use(parent, "2");
    String child = startRunning(parent, wanted("one", 5));

    assertThat(reserve(parent, "4")).contains(new Reached("session", 10));
    turn(parent, Turns.Turn::unreserve);
    assertThat(reserve(parent, "3")).isEmpty();
    assertThat(reserve(child, "6")).contains(new Reached("session", 5));
    turn(child, Turns.Turn::unreserve);
    assertThat(reserve(child, "5")).isEmpty();
  }

  @Test
  void whatAChildHasNotUsedComesBackAndWhatItHasUsedCountsOnce() {
    String parent = running(10);
    String child = startRunning(parent, wanted("one", 5));
    use(child, "2");
    assertThat(reserve(parent, "6")).isPresent();
    turn(parent, Turns.Turn::unreserve);

    finish(child);

    assertThat(reserve(parent, "8")).isEmpty();
    turn(parent, Turns.Turn::unreserve);
    assertThat(reserve(parent, "8.5")).contains(new Reached("session", 10));
    assertThat(server.given().text("SELECT tree_used(?)", parent)).isEqualTo("2.000000");
  }

  @Test
  void aChildWithoutABudgetSharesItsParents() {
    String parent = running(5);
    String child = startRunning(parent, wanted("one", null));
    use(parent, "2");

    assertThat(reserve(child, "4")).contains(new Reached("parent", 5));
    turn(child, Turns.Turn::unreserve);
    use(child, "3");
    assertThat(reserve(parent, "0.5")).contains(new Reached("session", 5));
  }

  @Test
  void noChildIsWiderThanWhoIsAboveIt() {
    String parent = running(5);
    String child = startRunning(parent, wanted("one", 3));
    String grandchild = startRunning(child, wanted("two", null));

    assertThat(reserve(grandchild, "3.5")).contains(new Reached("parent", 3));
    turn(grandchild, Turns.Turn::unreserve);
    assertThatThrownBy(() -> start(parent, wanted("three", 3)))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("of the limit of 5 ACU there are 2 left");
    assertThatThrownBy(() -> start(child, wanted("three", 6))).isInstanceOf(ProblemException.class);
    assertThat(children.of(new SessionId(parent))).hasSize(1);
  }

  @Test
  void whoHasUsedHisLimitStartsNobody() {
    String parent = running(2);
    use(parent, "2");

    for (Integer budget : new Integer[] {null, 1}) {
      assertThatThrownBy(() -> start(parent, wanted("one", budget)))
          .isInstanceOf(ProblemException.class)
          .hasMessageContaining("Nothing is left of the limit of 2 ACU");
    }
  }

  @Test
  void aChildWhoseBudgetIsSpentMeanwhileIsNotWoken() {
    String parent = running(5);
    String child = startRunning(parent, wanted("one", 4));
    use(child, "1");
    finish(child);
    admin.post(one(child) + "/sleep", "").ok();
    use(parent, "3");

    admin
        .post(one(child) + "/messages", json("message", "more"))
        .refused(409, "usage_limit_exceeded");
    limit(parent, 20);
    admin.post(one(child) + "/messages", json("message", "more")).ok();
  }

  @Test
  void whatRunsOnAMachineWhenTheLimitAboveIsUsedUpSleeps() {
    String parent = running(5);
    String child = startRunning(parent, wanted("one", null));
    use(parent, "5");
    server
        .given()
        .update(
            "UPDATE session SET machine_since = now() - interval '1 minute' WHERE session_id = ?",
            child);

    var tenure = tenure(child);
    lifecycle.keepAlive(new SessionId(child), tenure.epoch(), tenure.connection());

    assertThat(admin.get(one(child)).ok().text("/status_detail")).isEqualTo("usage_limit_exceeded");
  }

  /** What all have used that stand below a session, itself included. */
  private BigDecimal used(String id) {
    return new BigDecimal(server.given().text("SELECT tree_used(?)", id));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whateverATreeDoesAtOnceNoneUsesMoreThanItsLimit(long seed) throws Exception {
    var dice = new Random(seed);
    var limits = new HashMap<String, Integer>();
    var all = new ArrayList<String>();
    String root = running(10);
    limits.put(root, 10);
    all.add(root);
    while (all.size() < 4) {
      String above = all.get(dice.nextInt(Math.min(2, all.size())));
      Integer budget = dice.nextInt(3) == 0 ? null : Integer.valueOf(1 + dice.nextInt(4));
      try {
        String id = startRunning(above, wanted("s" + all.size() + dice.nextInt(1000), budget));
        all.add(id);
        limits.put(id, budget);
      } catch (ProblemException refused) {
        assertThat(refused.problem().code()).isEqualTo("budget_exceeded");
      }
    }

    var work = new ArrayList<Callable<Integer>>();
    for (String id : all) {
      var own = new Random(dice.nextLong());
      work.add(() -> spend(id, own));
    }
    int calls = 0;
    try (var threads = Executors.newFixedThreadPool(all.size())) {
      for (var line : threads.invokeAll(work)) {
        calls += line.get();
      }
    }

    assertThat(calls).as("calls of models").isPositive();
    limits.forEach((id, limit) -> {
      if (limit != null) {
        assertThat(used(id)).isLessThanOrEqualTo(BigDecimal.valueOf(limit));
      }
    });
    assertThat(used(root)).as("what was there to be used").isGreaterThan(dollars("5"));
  }

  /** Calls its model until a limit stops it; now and then it ends its task and takes up another. */
  private int spend(String id, Random dice) {
    int calls = 0;
    for (int i = 0; i < 40; i++) {
      String amount = "0." + (1 + dice.nextInt(9));
      try {
        if (reserve(id, amount).isPresent()) {
          turn(id, Turns.Turn::unreserve);
        } else {
          turn(id, turn -> turn.book(dollars(amount)));
          calls++;
        }
        if (dice.nextInt(8) == 0) {
          finish(id);
          admin.post(one(id) + "/messages", json("message", "more"));
        }
      } catch (StaleException _) {
        return calls;
      }
    }
    return calls;
  }
}
