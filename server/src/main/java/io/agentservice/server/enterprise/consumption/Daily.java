package io.agentservice.server.enterprise.consumption;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** ACUs by day of billing (api-org.md 7). {@code days}: those with use, ascending. */
public record Daily(List<Day> days) {
  public Daily {
    days = List.copyOf(days);
  }

  /**
   * A day, or the asked part of it.
   *
   * @param date on which it begins, at 08:00 UTC
   * @param agent by sessions at work
   * @param review by reviews of pull requests
   */
  public record Day(LocalDate date, BigDecimal agent, BigDecimal review) {

    /** The second it begins with, in Unix seconds. */
    public long begins() {
      return date.atTime(LocalTime.of(8, 0)).toEpochSecond(ZoneOffset.UTC);
    }

    public BigDecimal acus() {
      return agent.add(review);
    }
  }

  public BigDecimal total() {
    return days.stream().map(Day::acus).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Of rows that are ordered by day. */
  static Daily of(List<ConsumptionSql.Used> rows) {
    var days = new ArrayList<Day>();
    for (var row : rows) {
      days.add(new Day(row.day(), row.agent(), row.review()));
    }
    return new Daily(days);
  }
}
