package io.agentservice.server.engine.schedules;

import static io.agentservice.server.engine.schedules.Schedule.Type.ONE_TIME;
import static io.agentservice.server.engine.schedules.Schedule.Type.RECURRING;

import io.agentservice.server.base.http.Body;
import io.agentservice.server.base.http.Patch;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a schedule's creation or change: what it would be afterwards is what is judged
 * (api-org.md 6).
 */
final class ScheduleBody {
  private static final int MAX_NAME = 256;
  private static final int MAX_PROMPT_BYTES = 1 << 20;
  private static final int MAX_TAGS = 50;
  private static final int MAX_TAG = 128;
  private static final int MAX_INTERVAL = 1000;
  private static final int MAX_ID = 256;

  /** The end of the year 9999, beyond which other programs can't read it. */
  private static final long MOST_SECONDS = 253_402_300_799L;

  private static final List<String> TYPES = List.of("recurring", "one_time");
  private static final List<String> AGENTS = List.of("agent", "devin", "data_analyst", "advanced");
  private static final List<String> NOTIFY = List.of("always", "failure", "never");

  private final Body body;
  private final @Nullable Schedule before;
  private final Instant now;

  /** {@code before} is null for a new schedule. */
  ScheduleBody(Body body, @Nullable Schedule before, Instant now) {
    this.body = body;
    this.before = before;
    this.now = now;
    body.alias("cron_schedule", "frequency");
    body.alias("is_enabled", "enabled");
    body.alias("run_as_user_id", "create_as_user_id");
    body.alias("target_agent_id", "target_devin_id");
  }

  /** Whether it says who it runs for. */
  boolean namesUser() {
    return body.value("run_as_user_id") != null;
  }

  /** The field that names him, in the spelling that was sent. */
  String userField() {
    return body.spelling("run_as_user_id");
  }

  /** Everything that is wrong is noted in the body. */
  ScheduleContent read() {
    var old = Optional.ofNullable(before);
    var scheduledAt = scheduledAt();
    var content =
        new ScheduleContent(
            body.patch("name", field -> body.optionalText(field, 1, MAX_NAME))
                .overNullable(old.map(Schedule::name).orElse(null)),
            prompt(),
            type(),
            body.patch("cron_schedule", field -> body.optionalText(field, 1, MAX_NAME))
                .overNullable(old.map(Schedule::cron).orElse(null)),
            zone(),
            body.patch("interval_count", field -> body.optionalInt(field, 1, MAX_INTERVAL))
                .over(old.map(Schedule::intervalCount).orElse(1), 1),
            scheduledAt,
            enabled(scheduledAt),
            agent(word("agent", AGENTS, old.map(Schedule::agent).orElse("agent"), "agent")),
            reference("playbook_id", PlaybookId.class, old.map(Schedule::playbookId).orElse(null)),
            word("notify_on", NOTIFY, old.map(Schedule::notifyOn).orElse("failure"), "failure"),
            body.patch("bypass_approval", field -> body.bool(field, false))
                .over(old.map(Schedule::bypassApproval).orElse(false), false),
            tags(),
            text("platform", old.map(Schedule::platform).orElse(null)),
            text("slack_channel_id", old.map(Schedule::slackChannelId).orElse(null)),
            text("slack_team_id", old.map(Schedule::slackTeamId).orElse(null)),
            reference(
                "target_agent_id",
                SessionId.class,
                old.map(Schedule::targetSessionId).orElse(null)),
            reference("run_as_user_id", UserId.class, old.map(Schedule::runAsUserId).orElse(null)));
    judge(content);
    return content;
  }

  private Schedule.Type type() {
    String stored = before != null && before.scheduleType() == ONE_TIME ? "one_time" : "recurring";
    return word("schedule_type", TYPES, stored, "recurring").equals("one_time")
        ? ONE_TIME
        : RECURRING;
  }

  private String prompt() {
    if (before == null) {
      return body.textOfBytes("prompt", 1, MAX_PROMPT_BYTES);
    }
    return body.patchRequired(
            "prompt", field -> body.optionalTextOfBytes(field, 1, MAX_PROMPT_BYTES))
        .over(before.prompt(), before.prompt());
  }

  private String zone() {
    String stored = before == null ? "UTC" : before.timezone();
    String name =
        body.patch("timezone", field -> body.optionalText(field, 1, MAX_NAME)).over(stored, "UTC");
    if (!ZoneId.getAvailableZoneIds().contains(name)) {
      body.fail("format", "Input should be a time zone such as Europe/Berlin", "timezone");
      return "UTC";
    }
    return name;
  }

  /** With a zone; in the future when it is new. */
  private @Nullable Instant scheduledAt() {
    var stored = before == null ? null : before.scheduledAt();
    var sent = body.patch("scheduled_at", this::instant);
    if (sent instanceof Patch.Set<Instant>(Instant at)
        && !at.equals(stored)
        && !at.isAfter(now)
        && !at.equals(Instant.MIN)) {
      body.fail("too_small", "Input should be in the future", "scheduled_at");
    }
    return sent.overNullable(stored);
  }

  private @Nullable Instant instant(String field) {
    String text = body.optionalText(field, 1, MAX_NAME);
    if (text == null) {
      return null;
    }
    try {
      var at = OffsetDateTime.parse(text).toInstant();
      if (at.getEpochSecond() <= MOST_SECONDS) {
        return at;
      }
    } catch (DateTimeException _) {
      // told below
    }
    body.fail(
        "format", "Input should be a time with its zone, as 2030-01-31T09:00:00+00:00", field);
    return Instant.MIN;
  }

  /** A new time sets one that has run on again, unless that is said too. */
  private boolean enabled(@Nullable Instant scheduledAt) {
    boolean stored = before == null || before.isEnabled();
    boolean rearmed =
        before != null
            && scheduledAt != null
            && body.value("scheduled_at") != null
            && scheduledAt.isAfter(now)
            && before.scheduleType() == ONE_TIME
            && before.lastExecutedAt() != null;
    return body.patch("is_enabled", field -> body.bool(field, true)).over(stored || rearmed, true);
  }

  private static String agent(String word) {
    return word.equals("data_analyst") ? word : "agent";
  }

  private String word(String field, List<String> words, String stored, String otherwise) {
    return body.patch(field, name -> body.optionalWord(name, words)).over(stored, otherwise);
  }

  private @Nullable String text(String field, @Nullable String stored) {
    return body.patch(field, name -> body.optionalText(name, 0, MAX_ID)).overNullable(stored);
  }

  private <T extends Id> @Nullable T reference(String field, Class<T> type, @Nullable T stored) {
    return body.patch(
            field,
            name -> {
              String text = body.optionalText(name, 0, MAX_ID);
              var id = text == null ? null : Id.parse(type, text);
              if (text != null && id == null) {
                body.fail("unknown_reference", "No such thing in this organization", name);
              }
              return id;
            })
        .overNullable(stored);
  }

  /** The first of equals stays. */
  private List<String> tags() {
    if (!body.has("tags")) {
      return before == null ? List.of() : before.tags();
    }
    var tags = body.optionalTexts("tags", 0, MAX_TAGS, MAX_TAG);
    return tags == null ? List.of() : List.copyOf(new LinkedHashSet<>(tags));
  }

  private void judge(ScheduleContent content) {
    String lacking = before == null ? "missing" : "inconsistent";
    if (content.cron() != null
        && body.value("cron_schedule") != null
        && Calendar.of(content.cron(), ZoneId.of(content.timezone())).isEmpty()) {
      body.fail("format", "Input should be a cron text of five fields", "cron_schedule");
    }
    if (content.scheduleType() == RECURRING) {
      if (content.cron() == null) {
        body.fail(lacking, "A recurring schedule needs a cron text", "cron_schedule");
      }
      if (content.targetSessionId() != null) {
        body.fail("inconsistent", "Only a schedule that runs once has a target", "target_agent_id");
      }
      return;
    }
    if (content.scheduledAt() == null) {
      body.fail(lacking, "A schedule that runs once needs its time", "scheduled_at");
    }
    if (before == null && content.cron() != null) {
      body.fail("not_allowed", "A schedule that runs once has no cron text", "cron_schedule");
    }
  }
}
