package io.agentservice.server.base.http.lists;

import io.agentservice.server.base.http.requests.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code time_after} (inclusive) and {@code time_before} (exclusive) of a query (api-org.md 7). */
public record TimeRange(Instant after, Instant before) {
  private static final String AFTER = "time_after";
  private static final String BEFORE = "time_before";
  private static final Duration LONGEST = Duration.ofDays(366);

  /** A null {@code time}: not sent, or invalid. */
  private record Bound(String name, @Nullable Instant time, boolean sent) {
    static Bound seconds(Query query, String name) {
      return new Bound(name, query.time(name), query.has(name));
    }

    /** As in version 2, with two names each. */
    static Bound iso(Query query, String name, String alias) {
      boolean byAlias = query.has(alias) && !query.has(name);
      return new Bound(
          byAlias ? alias : name, query.isoTime(name, alias), byAlias || query.has(name));
    }

    boolean isUnread() {
      return sent && time == null;
    }
  }

  /** Both bounds; valid after {@link Query#check}. */
  public static TimeRange required(Query query) {
    var after = query.requiredTime(AFTER);
    var before = query.requiredTime(BEFORE);
    if (after == null || before == null) {
      return new TimeRange(Instant.EPOCH, Instant.EPOCH);
    }
    return new TimeRange(after, before).checked(query, AFTER, BEFORE);
  }

  /** Absent bounds are {@code now}, and {@code beginning} of the upper one. */
  public static TimeRange optional(Query query, Instant now, UnaryOperator<Instant> beginning) {
    return of(query, Bound.seconds(query, AFTER), Bound.seconds(query, BEFORE), now, beginning);
  }

  /** As {@link #optional}, of version 2 (api-legacy.md 4). */
  public static TimeRange ofVersion2(Query query, Instant now, UnaryOperator<Instant> beginning) {
    return of(
        query,
        Bound.iso(query, "start_date", "start"),
        Bound.iso(query, "end_date", "end"),
        now,
        beginning);
  }

  private static TimeRange of(
      Query query, Bound after, Bound before, Instant now, UnaryOperator<Instant> beginning) {
    if (after.isUnread() || before.isUnread()) {
      return new TimeRange(Instant.EPOCH, Instant.EPOCH);
    }
    var end = before.time() == null ? now : before.time();
    var start = after.time() == null ? beginning.apply(end) : after.time();
    return new TimeRange(start, end).checked(query, after.name(), before.name());
  }

  private TimeRange checked(Query query, String afterName, String beforeName) {
    if (!after.isBefore(before)) {
      query.fail("inconsistent", "The lower bound is not below the upper one", afterName);
    } else if (Duration.between(after, before).compareTo(LONGEST) > 0) {
      query.fail("too_large", "A range is of at most " + LONGEST.toDays() + " days", beforeName);
    }
    return this;
  }
}
