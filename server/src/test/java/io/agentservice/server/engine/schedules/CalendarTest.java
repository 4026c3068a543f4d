package io.agentservice.server.engine.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of cron texts (api-org.md 6). */
class CalendarTest {
  private static List<String> times(String cron, String zone, String after, int n) {
    var calendar = Calendar.of(cron, ZoneId.of(zone)).orElseThrow();
    var times = new ArrayList<String>();
    var time = Instant.parse(after);
    for (int i = 0; i < n; i++) {
      time = calendar.next(time).orElseThrow();
      times.add(time.toString());
    }
    return times;
  }

  @Test
  void listsRangesStepsAndNamesAreUnderstood() {
    assertThat(times("*/20 9-10 * * *", "UTC", "2030-01-01T09:25:00Z", 4))
        .containsExactly(
            "2030-01-01T09:40:00Z",
            "2030-01-01T10:00:00Z",
            "2030-01-01T10:20:00Z",
            "2030-01-01T10:40:00Z");
    assertThat(times("0 0 1,15 jan *", "UTC", "2030-01-01T00:00:00Z", 2))
        .containsExactly("2030-01-15T00:00:00Z", "2031-01-01T00:00:00Z");
    assertThat(times("30 6 * * MON-TUE", "UTC", "2030-01-01T00:00:00Z", 3)) // a Tuesday
        .containsExactly("2030-01-01T06:30:00Z", "2030-01-07T06:30:00Z", "2030-01-08T06:30:00Z");
  }

  @Test
  void sundayIsZeroAndSeven() {
    for (String day : List.of("0", "7", "sun", "SUN")) {
      assertThat(times("0 0 * * " + day, "UTC", "2030-01-01T00:00:00Z", 2))
          .as(day)
          .containsExactly("2030-01-06T00:00:00Z", "2030-01-13T00:00:00Z");
    }
  }

  @Test
  void ofBothFieldsOfDaysEitherOneIsEnough() {
    assertThat(times("0 0 10 * mon", "UTC", "2030-01-01T00:00:00Z", 4))
        .containsExactly(
            "2030-01-07T00:00:00Z",
            "2030-01-10T00:00:00Z",
            "2030-01-14T00:00:00Z",
            "2030-01-21T00:00:00Z");
  }

  @Test
  void whatAChangeOfClocksMakesOfATimeIsSaid() {
    var berlin = ZoneId.of("Europe/Berlin");
    var calendar = Calendar.of("30 2 * * *", berlin).orElseThrow();
    assertThat(calendar.due(Instant.parse("2030-03-30T12:00:00Z"), 1))
        .hasValue(
            new Calendar.Due(
                Instant.parse("2030-03-31T01:00:00Z"),
                "2030-03-31 02:30 does not exist in Europe/Berlin, it runs at 03:00"));
    assertThat(calendar.due(Instant.parse("2030-03-30T12:00:00Z"), 2))
        .hasValue(new Calendar.Due(Instant.parse("2030-04-01T00:30:00Z"), null));
    assertThat(calendar.due(Instant.parse("2030-10-26T12:00:00Z"), 1))
        .hasValue(
            new Calendar.Due(
                Instant.parse("2030-10-27T00:30:00Z"),
                "2030-10-27 02:30 comes twice in Europe/Berlin, it runs the first time"));
  }

  @Test
  void item52ASkippedTimeIsTheFirstMomentAfterIt() {
    assertThat(times("30 2 * * *", "Europe/Berlin", "2030-03-30T00:00:00Z", 3))
        .containsExactly("2030-03-30T01:30:00Z", "2030-03-31T01:00:00Z", "2030-04-01T00:30:00Z");
    assertThat(times("*/15 * * * *", "Europe/Berlin", "2030-03-31T00:30:00Z", 3))
        .containsExactly("2030-03-31T00:45:00Z", "2030-03-31T01:00:00Z", "2030-03-31T01:15:00Z");
  }

  @Test
  void item52ATimeThatIsShownTwiceCountsOnce() {
    assertThat(times("30 2 * * *", "Europe/Berlin", "2030-10-26T12:00:00Z", 2))
        .containsExactly("2030-10-27T00:30:00Z", "2030-10-28T01:30:00Z");
    assertThat(times("30 * * * *", "Europe/Berlin", "2030-10-26T23:45:00Z", 2))
        .containsExactly("2030-10-27T00:30:00Z", "2030-10-27T02:30:00Z");
  }

  @Test
  void theNthTimeIsCountedFromTheMoment() {
    var calendar = Calendar.of("0 * * * *", ZoneId.of("UTC")).orElseThrow();
    assertThat(calendar.next(Instant.parse("2030-01-01T00:30:00Z"), 3))
        .contains(Instant.parse("2030-01-01T03:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "* * * * * *",
        "@daily",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "6- * * * *",
        "1-/ * * * *",
        "-1 * * * *",
        ", * * * *",
        "a * * * *",
        "0 0 30 2 *",
        "5-1 * * * *",
        "*/0 * * * *",
        "0 0 L * *",
        "0 0 ? * *"
      })
  void whatIsNoCronOfFiveFieldsOrNeverComesIsNone(String text) {
    assertThat(Calendar.of(text, ZoneId.of("UTC"))).isEmpty();
  }

  @Test
  void blanksAroundAndBetweenTheFieldsDoNotMatter() {
    assertThat(times("  0   9\t*  * * ", "UTC", "2030-01-01T00:00:00Z", 1))
        .containsExactly("2030-01-01T09:00:00Z");
  }
}
