package io.agentservice.server.engine.schedules;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** On the wire (api-org.md 6), in parts that lie flat in it. */
record ScheduleJson(
    ScheduleId scheduleId,
    ScheduleId scheduledSessionId,
    String name,
    String prompt,
    @JsonUnwrapped TimingJson timing,
    @JsonUnwrapped JobJson job,
    OrgId orgId,
    @JsonUnwrapped AuthorsJson authors,
    @JsonUnwrapped ProgressJson progress) {
  private static final int NAME_LENGTH = 80;

  /** When it runs. */
  record TimingJson(
      String scheduleType,
      @Nullable String cronSchedule,
      @Nullable String frequency,
      String timezone,
      int intervalCount,
      @Nullable String scheduledAt,
      boolean isEnabled,
      boolean enabled) {
    static TimingJson of(ScheduleContent.Timing timing) {
      return new TimingJson(
          timing.scheduleType().name().toLowerCase(Locale.ROOT),
          timing.cron(),
          timing.cron(),
          timing.timezone(),
          timing.intervalCount(),
          iso(timing.scheduledAt()),
          timing.isEnabled(),
          timing.isEnabled());
    }
  }

  /** Its playbook; the title is null when it is gone. */
  record PlaybookJson(PlaybookId playbookId, @Nullable String title) {}

  /** What is done then, and who is told. */
  record JobJson(
      String agent,
      @Nullable PlaybookJson playbook,
      String notifyOn,
      boolean bypassApproval,
      @Nullable List<String> tags,
      @Nullable String platform,
      @Nullable String slackChannelId,
      @Nullable String slackTeamId,
      @Nullable SessionId targetAgentId,
      @Nullable UserId runAsUserId) {
    static JobJson of(Schedule schedule) {
      var job = schedule.job();
      var playbook = job.playbookId();
      var notification = schedule.content().notification();
      return new JobJson(
          job.agent(),
          playbook == null ? null : new PlaybookJson(playbook, schedule.playbookTitle()),
          notification.notifyOn(),
          job.bypassApproval(),
          job.tags().isEmpty() ? null : job.tags(),
          job.platform(),
          notification.slackChannelId(),
          notification.slackTeamId(),
          job.targetSessionId(),
          job.runAsUserId());
    }
  }

  /** Who made it what it is, and when. */
  record AuthorsJson(
      @Nullable String createdBy,
      String ownedBy,
      @Nullable String lastEditedBy,
      String createdAt,
      String updatedAt) {
    static AuthorsJson of(Schedule schedule) {
      var authors = schedule.authors();
      return new AuthorsJson(
          authors.createdBy(),
          authors.ownedBy(),
          authors.lastEditedBy(),
          Times.iso(schedule.createdAt()),
          Times.iso(schedule.updatedAt()));
    }
  }

  /** What it has done, and does next. */
  record ProgressJson(
      @Nullable String nextRunAt,
      @Nullable String lastExecutedAt,
      @Nullable String lastErrorAt,
      @Nullable String lastErrorMessage,
      int consecutiveFailures,
      @Nullable String pausedReason) {
    static ProgressJson of(Schedule.Progress progress) {
      return new ProgressJson(
          iso(progress.nextRunAt()),
          iso(progress.lastExecutedAt()),
          iso(progress.lastErrorAt()),
          progress.lastErrorMessage(),
          progress.consecutiveFailures(),
          progress.pausedReason());
    }
  }

  static ScheduleJson of(Schedule schedule) {
    return new ScheduleJson(
        schedule.scheduleId(),
        schedule.scheduleId(),
        name(schedule),
        schedule.job().prompt(),
        TimingJson.of(schedule.timing()),
        JobJson.of(schedule),
        schedule.orgId(),
        AuthorsJson.of(schedule),
        ProgressJson.of(schedule.progress()));
  }

  private static String name(Schedule schedule) {
    String given = schedule.content().name();
    String prompt = schedule.job().prompt();
    int length = Math.min(NAME_LENGTH, prompt.codePointCount(0, prompt.length()));
    return given == null ? prompt.substring(0, prompt.offsetByCodePoints(0, length)) : given;
  }

  private static @Nullable String iso(@Nullable Instant time) {
    return time == null ? null : Times.iso(time);
  }
}
