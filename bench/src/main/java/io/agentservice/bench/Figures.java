package io.agentservice.bench;

import java.util.Arrays;
import java.util.Locale;

/** A series of measurements, told as minimum, median, p99 and maximum. */
record Figures(String name, String unit, double[] sorted) {
  static Figures of(String name, String unit, double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Figures(name, unit, sorted);
  }

  double quantile(double q) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(q * (sorted.length - 1)))];
  }

  void print() {
    System.out.printf(
        Locale.ROOT,
        "%-44s n=%-4d min %.1f  p50 %.1f  p99 %.1f  max %.1f %s%n",
        name,
        sorted.length,
        sorted[0],
        quantile(0.5),
        quantile(0.99),
        sorted[sorted.length - 1],
        unit);
  }
}
