package io.agentservice.cli.terminal;

import io.agentservice.cli.process.CommandFailure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** A limit as it is given: a number of ACUs, or that there is none. */
public final class Acus {
  private static final String NONE = "none";

  private Acus() {}

  /**
   * The limit of a session, which the service counts in whole ACUs: a fraction is cut off and said
   * so, but less than one is one.
   *
   * @param given null: none
   */
  public static @Nullable Integer whole(@Nullable BigDecimal given, Output output) {
    if (given == null) {
      return null;
    }
    if (given.signum() <= 0 || given.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
      throw CommandFailure.usage("--max-acus must be above 0", "e.g. --max-acus 5");
    }
    int whole = Math.max(1, given.setScale(0, RoundingMode.DOWN).intValue());
    if (given.compareTo(BigDecimal.valueOf(whole)) != 0) {
      output.tell(
          "agent: limits are whole ACUs: %d instead of %s".formatted(whole, given.toPlainString()));
    }
    return whole;
  }

  /** The number; null for {@code none}. */
  public static @Nullable Long parse(String option, String given) {
    if (given.equals(NONE)) {
      return null;
    }
    try {
      return Long.valueOf(given);
    } catch (NumberFormatException _) {
      throw CommandFailure.usage(
          "'%s' is no number of ACUs".formatted(given), option + " takes a number, or none");
    }
  }
}
