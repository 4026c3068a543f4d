package io.agentservice.server.base.http;

import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The time that a figure is of: {@code time_after} and {@code time_before} of a query (api-org.md
 * 7).
 *
 * @param after inclusive
 * @param before exclusive
 */
public record TimeRange(Instant after, Instant before) {
  private static final String AFTER = "time_after";
  private static final String BEFORE = "time_before";
  private static final Duration LONGEST = Duration.ofDays(366);

  /** Both bounds must be there. Stands in for what is wrong, until {@link Query#check}. */
  public static TimeRange required(Query query) {
    var after = query.requiredTime(AFTER);
    var before = query.requiredTime(BEFORE);
    if (after == null || before == null) {
      return new TimeRange(Instant.EPOCH, Instant.EPOCH);
    }
    return checked(query, after, before);
  }

  /**
   * As {@link #required}, where bounds may be absent.
   *
   * @param now the upper one when absent
   * @param beginning the lower one when absent, from the upper one
   */
  public static TimeRange optional(Query query, Instant now, UnaryOperator<Instant> beginning) {
    var after = query.time(AFTER);
    var before = query.time(BEFORE);
    if (isUnread(query, AFTER, after) || isUnread(query, BEFORE, before)) {
      return new TimeRange(Instant.EPOCH, Instant.EPOCH);
    }
    var end = before == null ? now : before;
    return checked(query, after == null ? beginning.apply(end) : after, end);
  }

  /** Sent, and no time. */
  private static boolean isUnread(Query query, String name, @Nullable Instant read) {
    return read == null && query.has(name);
  }

  private static TimeRange checked(Query query, Instant after, Instant before) {
    if (!after.isBefore(before)) {
      query.fail("inconsistent", "The lower bound is not below the upper one", AFTER);
    } else if (Duration.between(after, before).compareTo(LONGEST) > 0) {
      query.fail("too_large", "A range is of at most " + LONGEST.toDays() + " days", BEFORE);
    }
    return new TimeRange(after, before);
  }
}
