package io.agentservice.server.base.background;

import io.agentservice.server.base.db.Outage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Does work for each of many, so that a failure holds up no other. */
public final class Failures {
  /** So many in a row have a common reason, probably. */
  private static final int MOST_IN_A_ROW = 5;

  private final Predicate<RuntimeException> ofAll;
  private @Nullable RuntimeException first;
  private int inARow;

  /** For work that needs the database only. */
  public Failures() {
    this(_ -> false);
  }

  /** {@code ofAll}: failures likely to hit all, besides an outage of the database. */
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
   * Does the work for all that is due, page by page, asking {@code goOn} after each: a page full of
   * failures holds up no other.
   *
   * @param page some of what is due, without what it is given: that was tried in vain
   * @param work whether it is due no longer
   */
  public static <T> void paged(
      Function<List<T>, List<T>> page, Predicate<T> work, BooleanSupplier goOn) {
    var failures = new Failures();
    var inVain = new ArrayList<T>();
    List<T> some;
    do {
      some = page.apply(inVain);
      var _ =
          failures.of(
              some,
              one -> {
                inVain.add(one);
                if (work.test(one)) {
                  inVain.removeLast();
                }
              });
    } while (!some.isEmpty() && goOn.getAsBoolean());
    failures.throwFirst();
  }

  /** Counts successes; throws a failure that is likely to hit all. */
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
