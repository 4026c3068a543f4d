package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** POST {o}/schedules/preview (web.md 7.5). */
class PreviewIT extends OnOrganization {
  private Reply preview(Object... fields) {
    return member.post(path("schedules/preview"), json(fields));
  }

  private static List<Instant> next(Reply reply) {
    return reply.ok().at("/next").valueStream().map(at -> Instant.parse(at.asString())).toList();
  }

  @Test
  void theNextFiveTimesAreToldAndNothingIsMade() {
    var times = next(preview("cron_schedule", "*/10 * * * *"));

    assertThat(times).hasSize(5).isSorted();
    for (int i = 1; i < 5; i++) {
      assertThat(times.get(i)).isEqualTo(times.get(i - 1).plus(Duration.ofMinutes(10)));
    }
    assertThat(member.get(path("schedules")).ok().at("/items")).isEmpty();
  }

  @Test
  void theyAreThoseThatAScheduleWouldHave() {
    Object[] timing = {
      "cron_schedule", "0 9 * * 1", "timezone", "Asia/Tokyo", "interval_count", 3, "prompt", "p"
    };
    var first = next(preview(timing)).getFirst();
    var made = member.post(path("schedules"), json(timing)).ok();
    assertThat(Instant.parse(made.text("/next_run_at"))).isEqualTo(first);
  }

  @Test
  void changesOfClocksAreSaid() {
    var reply = preview("cron_schedule", "30 2 * 3,10 0", "timezone", "Europe/Berlin", "count", 20);
    assertThat(reply.ok().at("/notes"))
        .hasSizeGreaterThanOrEqualTo(2)
        .anySatisfy(note -> assertThat(note.asString()).contains("does not exist"))
        .anySatisfy(note -> assertThat(note.asString()).contains("comes twice"));
  }

  @Test
  void theRarestTimeEndsWithTheYearsThatCanBeWritten() {
    var times = next(preview("cron_schedule", "0 0 29 2 *", "interval_count", 1000, "count", 20));
    assertThat(times)
        .singleElement()
        .matches(at -> at.isBefore(Instant.parse("9999-12-31T23:59:59Z")), "can be written");
    assertThat(next(preview("cron_schedule", "* * * * *", "interval_count", 999, "count", 20)))
        .as("of a text that comes often no more are looked at")
        .hasSize(2);
  }

  @Test
  void everythingThatIsWrongIsTold() {
    preview().invalid("body.cron_schedule missing");
    preview(
            "cron_schedule",
            "at noon",
            "timezone",
            "Mars/Olympus",
            "interval_count",
            0,
            "count",
            21)
        .invalid(
            "body.cron_schedule format",
            "body.timezone format",
            "body.interval_count too_small",
            "body.count too_large");
  }
}
