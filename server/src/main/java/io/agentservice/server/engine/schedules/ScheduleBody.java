package io.agentservice.server.engine.schedules;

import static io.agentservice.server.engine.schedules.ScheduleContent.Type.ONE_TIME;
import static io.agentservice.server.engine.schedules.ScheduleContent.Type.RECURRING;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.context.tags.TagForm;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a creation or change, judged by its result (api-org.md 6). */
final class ScheduleBody {
  private static final int MAX_NAME = 256;
  private static final int MAX_PROMPT_BYTES = 1 << 20;
  private static final int MAX_TAGS = 50;
  private static final int MAX_INTERVAL = 1000;
  private static final int MAX_ID = 256;
  private static final int MOST_TIMES = 20;
  private static final int USUAL_TIMES = 5;

  /** Each costs some microseconds. */
  private static final int MOST_STEPS = 2_000;

  /** The end of the year 9999, beyond which other programs can't read it. */
  private static final long MOST_SECONDS = 253_402_300_799L;

  private static final List<String> TYPES = List.of("recurring", "one_time");
  private static final List<String> AGENTS = List.of("agent", "data_analyst", "advanced");
  private static final List<String> NOTIFY = List.of("always", "failure", "never");

  private final Body body;
  private final @Nullable Schedule before;
  private final ScheduleContent old;
  private final Instant now;

  /** {@code before} is null for a new schedule. */
  ScheduleBody(Body body, @Nullable Schedule before, Instant now) {
    this.body = body;
    this.before = before;
    this.old = before == null ? ScheduleContent.USUAL : before.content();
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
    var content =
        new ScheduleContent(
            body.patch("name", field -> body.optionalText(field, 1, MAX_NAME))
                .overNullable(old.name()),
            timing(old.timing()),
            job(old.job()),
            notification(old.notification()));
    judge(content);
    return content;
  }

  /** The next times of a cron text that stands in no schedule yet; 422. */
  List<Calendar.Due> preview() {
    var cron = body.text("cron_schedule", 1, MAX_NAME);
    var zone = ZoneId.of(zone(old.timing()));
    int interval = requireNonNullElse(body.optionalInt("interval_count", 1, MAX_INTERVAL), 1);
    int count = requireNonNullElse(body.optionalInt("count", 1, MOST_TIMES), USUAL_TIMES);
    var calendar = cron.isEmpty() ? null : calendar(cron, zone);
    body.check();
    int most = Math.clamp(MOST_STEPS / interval, 1, count);
    var times = new ArrayList<Calendar.Due>();
    var next = requireNonNull(calendar).due(now, interval);
    while (times.size() < most
        && next.isPresent()
        && next.get().at().getEpochSecond() <= MOST_SECONDS) {
      times.add(next.get());
      next = calendar.due(next.get().at(), interval);
    }
    return times;
  }

  /** Null and noted when the text is none. */
  private @Nullable Calendar calendar(String cron, ZoneId zone) {
    var calendar = Calendar.of(cron, zone);
    if (calendar.isEmpty()) {
      body.fail("format", "Input should be a cron text of five fields", "cron_schedule");
    }
    return calendar.orElse(null);
  }

  private ScheduleContent.Timing timing(ScheduleContent.Timing stored) {
    var scheduledAt = scheduledAt(stored);
    return new ScheduleContent.Timing(
        type(stored),
        body.patch("cron_schedule", field -> body.optionalText(field, 1, MAX_NAME))
            .overNullable(stored.cron()),
        zone(stored),
        body.patch("interval_count", field -> body.optionalInt(field, 1, MAX_INTERVAL))
            .over(stored.intervalCount(), 1),
        scheduledAt,
        enabled(stored, scheduledAt));
  }

  private ScheduleContent.Job job(ScheduleContent.Job stored) {
    return new ScheduleContent.Job(
        prompt(),
        agent(stored.agent()),
        reference("playbook_id", PlaybookId.class, stored.playbookId()),
        body.patch("bypass_approval", field -> body.bool(field, false))
            .over(stored.bypassApproval(), false),
        tags(stored),
        text("platform", stored.platform()),
        reference("target_agent_id", SessionId.class, stored.targetSessionId()),
        reference("run_as_user_id", UserId.class, stored.runAsUserId()));
  }

  private ScheduleContent.Notification notification(ScheduleContent.Notification stored) {
    return new ScheduleContent.Notification(
        word("notify_on", NOTIFY, stored.notifyOn(), "failure"),
        text("slack_channel_id", stored.slackChannelId()),
        text("slack_team_id", stored.slackTeamId()));
  }

  private ScheduleContent.Type type(ScheduleContent.Timing stored) {
    String word = stored.once() ? "one_time" : "recurring";
    return word("schedule_type", TYPES, word, "recurring").equals("one_time")
        ? ONE_TIME
        : RECURRING;
  }

  private String prompt() {
    if (before == null) {
      return body.textOfBytes("prompt", 1, MAX_PROMPT_BYTES);
    }
    return body.patchRequired(
            "prompt", field -> body.optionalTextOfBytes(field, 1, MAX_PROMPT_BYTES))
        .over(before.job().prompt(), before.job().prompt());
  }

  private String zone(ScheduleContent.Timing stored) {
    String name =
        body.patch("timezone", field -> body.optionalText(field, 1, MAX_NAME))
            .over(stored.timezone(), "UTC");
    if (!ZoneId.getAvailableZoneIds().contains(name)) {
      body.fail("format", "Input should be a time zone such as Europe/Berlin", "timezone");
      return "UTC";
    }
    return name;
  }

  /** With a zone; in the future when it is new. */
  private @Nullable Instant scheduledAt(ScheduleContent.Timing old) {
    var stored = old.scheduledAt();
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
  private boolean enabled(ScheduleContent.Timing stored, @Nullable Instant scheduledAt) {
    boolean rearmed =
        before != null
            && scheduledAt != null
            && body.value("scheduled_at") != null
            && scheduledAt.isAfter(now)
            && stored.once()
            && (before.progress().lastExecutedAt() != null
                || before.progress().pausedReason() != null);
    return body.patch("is_enabled", field -> body.bool(field, true))
        .over(stored.isEnabled() || rearmed, true);
  }

  /** The alias word is understood, and not told of where another is refused. */
  private String agent(String stored) {
    var sent = body.value("agent");
    boolean alias = sent != null && sent.isString() && sent.stringValue().equals("devin");
    String word = alias ? "agent" : word("agent", AGENTS, stored, "agent");
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
  private List<String> tags(ScheduleContent.Job stored) {
    if (!body.has("tags")) {
      return stored.tags();
    }
    var tags = body.optionalTexts("tags", 0, MAX_TAGS, TagForm.LONGEST);
    if (tags == null) {
      return List.of();
    }
    TagForm.check(body, tags);
    return List.copyOf(new LinkedHashSet<>(tags));
  }

  private void judge(ScheduleContent content) {
    var timing = content.timing();
    String lacking = before == null ? "missing" : "inconsistent";
    if (timing.cron() != null && body.value("cron_schedule") != null) {
      calendar(timing.cron(), ZoneId.of(timing.timezone()));
    }
    if (timing.scheduleType() == RECURRING) {
      if (timing.cron() == null) {
        body.fail(lacking, "A recurring schedule needs a cron text", "cron_schedule");
      }
      if (content.job().targetSessionId() != null) {
        body.fail("inconsistent", "Only a schedule that runs once has a target", "target_agent_id");
      }
      return;
    }
    if (timing.scheduledAt() == null) {
      body.fail(lacking, "A schedule that runs once needs its time", "scheduled_at");
    }
    if (before == null && timing.cron() != null) {
      body.fail("not_allowed", "A schedule that runs once has no cron text", "cron_schedule");
    }
  }
}
