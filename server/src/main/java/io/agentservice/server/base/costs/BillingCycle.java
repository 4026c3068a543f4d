package io.agentservice.server.base.costs;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * A month from 08:00 UTC on the day of {@code AGENT_CYCLE_DAY}, 1..28 (sessions.md 5). SQL's {@code
 * billing_cycle(time, day)} is the beginning; limits use that, by the database's clock.
 */
public record BillingCycle(int day, YearMonth month) {
  private static final Duration DAY_BEGINS = Duration.ofHours(8);

  /** The cycle of a time. */
  public static BillingCycle at(Instant time, int day) {
    var cycle = new BillingCycle(day, YearMonth.from(time.atOffset(ZoneOffset.UTC)));
    return time.isBefore(cycle.start()) ? cycle.previous() : cycle;
  }

  /** The cycle of a billing day, by the UTC date on which it begins. */
  public static BillingCycle of(LocalDate date, int day) {
    var cycle = new BillingCycle(day, YearMonth.from(date));
    return date.isBefore(cycle.firstDay()) ? cycle.previous() : cycle;
  }

  /** The UTC date on which it begins. */
  public LocalDate firstDay() {
    return month.atDay(day);
  }

  /** The UTC date on which its last day of billing begins. */
  public LocalDate lastDay() {
    return next().firstDay().minusDays(1);
  }

  public Instant start() {
    return firstDay().atStartOfDay().plus(DAY_BEGINS).toInstant(ZoneOffset.UTC);
  }

  /** Exclusive. */
  public Instant end() {
    return next().start();
  }

  public BillingCycle previous() {
    return new BillingCycle(day, month.minusMonths(1));
  }

  public BillingCycle next() {
    return new BillingCycle(day, month.plusMonths(1));
  }
}
