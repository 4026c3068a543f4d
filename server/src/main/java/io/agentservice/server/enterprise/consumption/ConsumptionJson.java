package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.costs.BillingCycle;
import java.math.BigDecimal;
import java.util.List;

final class ConsumptionJson {
  private ConsumptionJson() {}

  record DailyJson(BigDecimal totalAcus, List<DayJson> consumptionByDate) {
    static DailyJson of(Daily daily) {
      return new DailyJson(
          daily.total().stripTrailingZeros(), daily.days().stream().map(DayJson::of).toList());
    }
  }

  /** A day of it; {@code date} is its first second. */
  record DayJson(long date, BigDecimal acus, ByProduct acusByProduct) {
    static DayJson of(Daily.Day day) {
      return new DayJson(
          day.begins(),
          day.acus().stripTrailingZeros(),
          new ByProduct(day.agent().stripTrailingZeros(), day.review().stripTrailingZeros()));
    }
  }

  record ByProduct(BigDecimal agent, BigDecimal review) {}

  /** A billing cycle: from {@code after} on and before {@code before}. */
  record CycleJson(long after, long before) {
    static CycleJson of(BillingCycle cycle) {
      return new CycleJson(cycle.start().getEpochSecond(), cycle.end().getEpochSecond());
    }
  }
}
