package io.agentservice.server.engine.schedules;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a change of a schedule does to its next time (api-org.md 6). */
class NextRunIT extends OnOrganization {
  private Reply create(String more) {
    return member
        .post(
            path("schedules"),
            "{\"prompt\":\"p\",\"cron_schedule\":\"0 9 1 1 *\"%s}".formatted(more))
        .ok();
  }

  private OffsetDateTime changed(Reply schedule, String change) {
    return next(
        member.send("PATCH", path("schedules/" + schedule.text("/schedule_id")), change).ok());
  }

  private static OffsetDateTime next(Reply schedule) {
    String text = schedule.text("/next_run_at");
    return text == null ? null : OffsetDateTime.parse(text);
  }

  @Test
  void anotherIntervalMovesIt() {
    var yearly = create("");
    var first = next(yearly);
    assertThat(changed(yearly, "{\"interval_count\":3}")).isEqualTo(first.plusYears(2));
    assertThat(changed(yearly, "{\"interval_count\":1}")).isEqualTo(first);
  }

  @Test
  void anotherZoneMovesIt() {
    var yearly = create("");
    var first = next(yearly);
    var inTokyo =
        first.atZoneSameInstant(ZoneOffset.UTC).withZoneSameLocal(ZoneId.of("Asia/Tokyo"));
    assertThat(changed(yearly, json("timezone", "Asia/Tokyo")).toInstant())
        .isEqualTo(inTokyo.toInstant());
  }

  @Test
  void anotherCronOrTypeMovesItAndWhatIsOffHasNone() {
    var yearly = create("");
    var first = next(yearly);
    assertThat(changed(yearly, json("cron_schedule", "30 9 1 1 *")))
        .isEqualTo(first.plusMinutes(30));
    assertThat(
            changed(
                yearly, json("schedule_type", "one_time", "scheduled_at", "2999-01-01T12:00:00Z")))
        .isEqualTo(OffsetDateTime.parse("2999-01-01T12:00:00Z"));
    assertThat(changed(yearly, json("scheduled_at", "2998-01-01T12:00:00Z")))
        .isEqualTo(OffsetDateTime.parse("2998-01-01T12:00:00Z"));
    assertThat(changed(yearly, "{\"is_enabled\":false}")).isNull();
    assertThat(changed(yearly, "{\"is_enabled\":true}"))
        .isEqualTo(OffsetDateTime.parse("2998-01-01T12:00:00Z"));
  }

  @Test
  void whatIsNotOfItsTimesLeavesThemAlone() {
    var yearly = create("");
    var id = yearly.text("/schedule_id");
    server
        .given()
        .update(
            "UPDATE schedule SET next_run_at = '2998-02-03T04:05:06Z' WHERE schedule_id = ?", id);
    assertThat(changed(yearly, json("name", "n", "prompt", "q", "tags", List.of("t"))))
        .isEqualTo(OffsetDateTime.parse("2998-02-03T04:05:06Z"));
  }
}
