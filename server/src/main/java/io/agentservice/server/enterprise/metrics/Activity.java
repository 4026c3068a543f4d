package io.agentservice.server.enterprise.metrics;

import java.time.Instant;

/** How many humans were active, from {@code startTime} to before {@code endTime}. */
public record Activity(long activeUsers, Instant startTime, Instant endTime) {

  /** The sessions, or searches, that make somebody active; 0: none do. */
  public record Least(int minSessions, int minSearches) {}

  /** Parts of a range, by UTC; the first and the last are cut to it. */
  public enum Period {
    DAY,
    /** From Monday on. */
    WEEK,
    MONTH
  }
}
