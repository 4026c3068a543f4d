package io.agentservice.server.engine.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which of the times that have passed counts (api-org.md 6). */
class FiringTimesTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:30:30Z");
  private static final Instant EARLIEST = Instant.parse("2030-06-01T11:30:30Z");

  private static Firing.Times times(String cron, int n, String due) {
    return times(ScheduleContent.Type.RECURRING, cron, n, due);
  }

  private static Firing.Times times(ScheduleContent.Type type, String cron, int n, String due) {
    var any = Instant.EPOCH;
    var timing = new ScheduleContent.Timing(type, cron, "UTC", n, null, true);
    var next = due == null ? null : Instant.parse(due);
    var schedule =
        new Schedule(
            new ScheduleId("sched-1"),
            new AccountId("account-1"),
            new OrgId("org-1"),
            new ScheduleContent(
                null, timing, ScheduleContent.Job.USUAL, ScheduleContent.Notification.USUAL),
            null,
            new Schedule.Authors("user-1", "user-1", "user-1"),
            new Schedule.Progress(next, null, null, null, 0, null),
            any,
            any);
    return Firing.Times.of(schedule, NOW, EARLIEST);
  }

  private static Firing.Times expected(String due, String next) {
    return new Firing.Times(due == null ? null : Instant.parse(due), Instant.parse(next));
  }

  @Test
  void theOneThatIsDueCountsAndTheNextComesAfterIt() {
    assertThat(times("30 12 * * *", 1, "2030-06-01T12:30:00Z"))
        .isEqualTo(expected("2030-06-01T12:30:00Z", "2030-06-02T12:30:00Z"));
    assertThat(times("30 12 * * *", 3, "2030-06-01T12:30:00Z"))
        .isEqualTo(expected("2030-06-01T12:30:00Z", "2030-06-04T12:30:00Z"));
  }

  @Test
  void ofSeveralTheLatestCounts() {
    assertThat(times("*/10 * * * *", 1, "2030-06-01T12:00:00Z"))
        .isEqualTo(expected("2030-06-01T12:30:00Z", "2030-06-01T12:40:00Z"));
    assertThat(times("*/10 * * * *", 2, "2030-06-01T12:00:00Z"))
        .isEqualTo(expected("2030-06-01T12:20:00Z", "2030-06-01T12:40:00Z"));
  }

  @Test
  void whatIsOlderThanAnHourDoesNotCount() {
    assertThat(times("0 11 * * *", 1, "2030-06-01T11:00:00Z"))
        .isEqualTo(expected(null, "2030-06-02T11:00:00Z"));
  }

  /** Walking through all of them would take minutes, in a transaction. */
  @Test
  void yearsThatNobodyWasThereForAreNotWalkedThrough() {
    assertThat(times("* * * * *", 1, "1990-01-01T00:00:00Z"))
        .isEqualTo(expected("2030-06-01T12:30:00Z", "2030-06-01T12:31:00Z"));
  }

  @Test
  void theRarestTimeAndTheLargestIntervalAreFound() {
    var next = times("0 0 29 2 *", 1000, "2028-02-29T00:00:00Z").next();
    assertThat(next)
        .isBetween(Instant.parse("6000-01-01T00:00:00Z"), Instant.parse("6300-01-01T00:00:00Z"));
  }

  @Test
  void aScheduleThatRunsOnceIsDueForAnHourAndNeverAgain() {
    for (var due : new String[] {"2030-06-01T12:30:00Z", "2030-06-01T11:30:30Z"}) {
      assertThat(times(ScheduleContent.Type.ONE_TIME, null, 1, due))
          .isEqualTo(new Firing.Times(Instant.parse(due), null));
    }
    var never = new Firing.Times(null, null);
    assertThat(times(ScheduleContent.Type.ONE_TIME, null, 1, "2030-06-01T11:30:29Z"))
        .isEqualTo(never);
    assertThat(times(ScheduleContent.Type.ONE_TIME, null, 1, null)).isEqualTo(never);
  }

  @Test
  void whatHasNoTimeOrNoCronThatComesRunsNeverAgain() {
    var never = new Firing.Times(null, null);
    assertThat(times("30 12 * * *", 1, null)).isEqualTo(never);
    assertThat(times("0 0 30 2 *", 1, "2030-06-01T12:30:00Z")).isEqualTo(never);
    assertThat(times((String) null, 1, "2030-06-01T12:30:00Z")).isEqualTo(never);
  }
}
