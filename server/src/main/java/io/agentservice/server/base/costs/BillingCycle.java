package io.agentservice.server.base.costs;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * A billing cycle (sessions.md 5): a month from 08:00 UTC on the day that {@code AGENT_CYCLE_DAY}
 * names. In SQL {@code billing_cycle(time, day)} is the beginning of the one that a time falls in;
 * what counts against a limit asks that, so that the database's clock decides.
 *
 * @param day of the month, 1..28
 * @param month in which it begins
 */
public record BillingCycle(int day, YearMonth month) {
  /** When a day of billing begins, after midnight UTC. */
  private static final Duration DAY_BEGINS = Duration.ofHours(8);

  /** The cycle that a time falls in. */
  public static BillingCycle at(Instant time, int day) {
    var cycle = new BillingCycle(day, YearMonth.from(time.atOffset(ZoneOffset.UTC)));
    return time.isBefore(cycle.start()) ? cycle.previous() : cycle;
  }

  /** The cycle that a day of billing is of, by the UTC date on which it begins. */
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

  /** Its first second. */
  public Instant start() {
    return firstDay().atStartOfDay().plus(DAY_BEGINS).toInstant(ZoneOffset.UTC);
  }

  /** The first second that is not of it any more. */
  public Instant end() {
    return next().start();
  }

  /** The one before it. */
  public BillingCycle previous() {
    return new BillingCycle(day, month.minusMonths(1));
  }

  /** The one after it. */
  public BillingCycle next() {
    return new BillingCycle(day, month.plusMonths(1));
  }
}
