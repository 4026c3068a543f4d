package io.agentservice.server.enterprise.metrics;

import java.time.Instant;

/** How many humans were active. {@code startTime}: inclusive; {@code endTime}: exclusive. */
public record Activity(long activeUsers, Instant startTime, Instant endTime) {

  /**
   * What makes somebody active: so many sessions, or so many searches. 0: it makes nobody active.
   */
  public record Least(int minSessions, int minSearches) {}

  /** Parts of a range, by UTC; the first and the last are cut to it. */
  public enum Period {
    DAY,
    /** From Monday on. */
    WEEK,
    MONTH
  }
}
