package io.agentservice.server.base.background;

import io.agentservice.server.base.db.Outage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What fails of work that is done for each of many: one that fails holds up no other, and is told
 * at the end.
 */
public final class Failures {
  /** So many in a row for a reason of all, and the others would fail as well, after a wait each. */
  private static final int MOST_IN_A_ROW = 5;

  private final Predicate<RuntimeException> ofAll;
  private @Nullable RuntimeException first;
  private int inARow;

  /** Of work that needs the database only. */
  public Failures() {
    this(_ -> false);
  }

  /** {@code ofAll}: what is likely to hit all alike, besides an outage of the database. */
  public Failures(Predicate<RuntimeException> ofAll) {
    this.ofAll = ofAll.or(Outage::is);
  }

  /** Does the work for each, and throws the first failure at the end. */
  public static <T> void each(Iterable<T> all, Consumer<T> work) {
    var failures = new Failures();
    var _ = failures.of(all, work);
    failures.throwFirst();
  }

  /**
   * Does the work for each, whichever fails; the failures are kept.
   *
   * @return for how many it was done
   * @throws RuntimeException the last failure, at once when all are likely to fail
   */
  public <T> int of(Iterable<T> all, Consumer<T> work) {
    int done = 0;
    for (T one : all) {
      try {
        work.accept(one);
        done++;
        inARow = 0;
      } catch (RuntimeException e) {
        add(e);
      }
    }
    return done;
  }

  private void add(RuntimeException failure) {
    if (first == null) {
      first = failure;
    }
    inARow = ofAll.test(failure) ? inARow + 1 : 0;
    if (inARow == MOST_IN_A_ROW) {
      throw failure;
    }
  }

  /** Throws the first failure if there was one. */
  public void throwFirst() {
    if (first != null) {
      throw first;
    }
  }
}
