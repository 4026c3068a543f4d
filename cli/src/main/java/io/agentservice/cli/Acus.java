package io.agentservice.cli;

import org.jspecify.annotations.Nullable;

/** A limit as it is given: a number of ACUs, or that there is none. */
final class Acus {
  private static final String NONE = "none";

  private Acus() {}

  /** The number; null for {@code none}. */
  static @Nullable Long parse(String option, String given) {
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
