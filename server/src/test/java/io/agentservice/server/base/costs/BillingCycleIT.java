package io.agentservice.server.base.costs;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestDatabase;
import java.sql.DriverManager;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BillingCycleIT {
  private static BillingCycle at(String time, int day) {
    return BillingCycle.at(Instant.parse(time), day);
  }

  @Test
  void aCycleIsAMonthFromEightOClockOnItsDay() {
    var cycle = at("2026-03-01T08:00:00Z", 1);
    assertThat(cycle.start()).isEqualTo("2026-03-01T08:00:00Z");
    assertThat(cycle.end()).isEqualTo("2026-04-01T08:00:00Z");
    assertThat(cycle.previous().end()).isEqualTo(cycle.start());
    assertThat(at("2026-03-01T07:59:59Z", 1)).isEqualTo(cycle.previous());
    assertThat(at("2026-03-28T07:59:59Z", 28).start()).isEqualTo("2026-02-28T08:00:00Z");
    assertThat(at("2026-01-01T00:00:00Z", 15).start()).isEqualTo("2025-12-15T08:00:00Z");
  }

  @Test
  void theDatabaseReckonsAsWeDo() throws Exception {
    var random = new Random(1);
    try (var database = TestDatabase.create();
        var connection = DriverManager.getConnection(database.jdbcUrl());
        var statement = connection.prepareStatement("SELECT billing_cycle(?, ?)")) {
      for (int i = 0; i < 500; i++) {
        int day = 1 + random.nextInt(28);
        var begin =
            at("2024-01-01T00:00:00Z", day).start().plusSeconds(random.nextLong(99_999_999));
        for (var time : new Instant[] {begin, BillingCycle.at(begin, day).start()}) {
          statement.setTimestamp(1, Timestamp.from(time));
          statement.setInt(2, day);
          try (var row = statement.executeQuery()) {
            row.next();
            assertThat(row.getTimestamp(1).toInstant())
                .as("%s %d", time, day)
                .isEqualTo(BillingCycle.at(time, day).start());
          }
        }
      }
    }
  }
}
