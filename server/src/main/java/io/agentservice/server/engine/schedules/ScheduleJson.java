package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.http.Times;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A schedule on the wire (api-org.md 6), several fields by two names. */
record ScheduleJson(
    ScheduleId scheduleId,
    ScheduleId scheduledSessionId,
    String name,
    String prompt,
    String scheduleType,
    @Nullable String cronSchedule,
    @Nullable String frequency,
    String timezone,
    int intervalCount,
    @Nullable String scheduledAt,
    boolean isEnabled,
    boolean enabled,
    String agent,
    @Nullable PlaybookJson playbook,
    String notifyOn,
    boolean bypassApproval,
    @Nullable List<String> tags,
    @Nullable String platform,
    @Nullable String slackChannelId,
    @Nullable String slackTeamId,
    @Nullable SessionId targetAgentId,
    @Nullable UserId runAsUserId,
    OrgId orgId,
    @Nullable String createdBy,
    @Nullable String lastEditedBy,
    String createdAt,
    String updatedAt,
    @Nullable String nextRunAt,
    @Nullable String lastExecutedAt,
    @Nullable String lastErrorAt,
    @Nullable String lastErrorMessage,
    int consecutiveFailures) {
  private static final int NAME_LENGTH = 80;

  /** Its playbook; the title is null when it is gone. */
  record PlaybookJson(PlaybookId playbookId, @Nullable String title) {}

  static ScheduleJson of(Schedule schedule) {
    var playbook = schedule.playbookId();
    return new ScheduleJson(
        schedule.scheduleId(),
        schedule.scheduleId(),
        name(schedule),
        schedule.prompt(),
        schedule.scheduleType().name().toLowerCase(Locale.ROOT),
        schedule.cron(),
        schedule.cron(),
        schedule.timezone(),
        schedule.intervalCount(),
        iso(schedule.scheduledAt()),
        schedule.isEnabled(),
        schedule.isEnabled(),
        schedule.agent(),
        playbook == null ? null : new PlaybookJson(playbook, schedule.playbookTitle()),
        schedule.notifyOn(),
        schedule.bypassApproval(),
        schedule.tags().isEmpty() ? null : schedule.tags(),
        schedule.platform(),
        schedule.slackChannelId(),
        schedule.slackTeamId(),
        schedule.targetSessionId(),
        schedule.runAsUserId(),
        schedule.orgId(),
        schedule.createdBy(),
        schedule.lastEditedBy(),
        Times.iso(schedule.createdAt()),
        Times.iso(schedule.updatedAt()),
        iso(schedule.nextRunAt()),
        iso(schedule.lastExecutedAt()),
        iso(schedule.lastErrorAt()),
        schedule.lastErrorMessage(),
        schedule.consecutiveFailures());
  }

  private static String name(Schedule schedule) {
    String given = schedule.name();
    String prompt = schedule.prompt();
    int length = Math.min(NAME_LENGTH, prompt.codePointCount(0, prompt.length()));
    return given == null ? prompt.substring(0, prompt.offsetByCodePoints(0, length)) : given;
  }

  private static @Nullable String iso(@Nullable Instant time) {
    return time == null ? null : Times.iso(time);
  }
}
