package io.agentservice.wire.costs;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a session has used up to now, in ACUs and in US dollars for its model calls. */
public record Cost(BigDecimal acus, BigDecimal modelDollars) {
  private static final int MOST_DECIMALS = 6;
  private static final int SIGNIFICANT = 2;

  /** In words, e.g. {@code 0.35 ACU (model $0.02)}. */
  public String words() {
    return "%s (model %s)".formatted(acus(acus), dollars(modelDollars));
  }

  /** E.g. {@code 0.35 ACU}; three decimals, more only of what would vanish otherwise. */
  public static String acus(BigDecimal acus) {
    var rounded = rounded(acus, 3).stripTrailingZeros();
    return rounded.setScale(Math.max(0, rounded.scale())).toPlainString() + " ACU";
  }

  /** E.g. {@code $0.02}; cents, and parts of them only of what would vanish otherwise. */
  public static String dollars(BigDecimal dollars) {
    var rounded = rounded(dollars, 2).stripTrailingZeros();
    return "$"
        + (rounded.signum() == 0
            ? "0"
            : rounded.setScale(Math.max(2, rounded.scale())).toPlainString());
  }

  /** To so many decimals, or to two significant digits. */
  private static BigDecimal rounded(BigDecimal value, int decimals) {
    int telling = value.scale() - value.precision() + SIGNIFICANT;
    return value.setScale(
        Math.min(MOST_DECIMALS, Math.max(decimals, telling)), RoundingMode.HALF_UP);
  }
}
