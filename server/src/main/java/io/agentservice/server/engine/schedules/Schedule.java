package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as stored.
 *
 * @param name null: the beginning of its prompt
 * @param cron as it was sent; one that runs once may keep one
 * @param timezone an IANA name
 * @param intervalCount every n-th of its moments counts
 * @param scheduledAt when one that runs once does
 * @param tags in the order given
 * @param targetSessionId the session that gets the prompt as a message, instead of a new one
 * @param runAsUserId for whom its sessions are; null: its creator
 * @param createdBy user or service user id
 * @param playbookTitle null when the playbook is gone
 * @param nextRunAt null while it is off or has nothing left to do
 */
public record Schedule(
    ScheduleId scheduleId,
    AccountId accountId,
    OrgId orgId,
    @Nullable String name,
    String prompt,
    Type scheduleType,
    @Nullable String cron,
    String timezone,
    int intervalCount,
    @Nullable Instant scheduledAt,
    boolean isEnabled,
    String agent,
    @Nullable PlaybookId playbookId,
    @Nullable String playbookTitle,
    String notifyOn,
    boolean bypassApproval,
    List<String> tags,
    @Nullable String platform,
    @Nullable String slackChannelId,
    @Nullable String slackTeamId,
    @Nullable SessionId targetSessionId,
    @Nullable UserId runAsUserId,
    String createdBy,
    String lastEditedBy,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastExecutedAt,
    @Nullable Instant lastErrorAt,
    @Nullable String lastErrorMessage,
    int consecutiveFailures) {

  /** Whether it runs again and again. */
  public enum Type {
    RECURRING,
    ONE_TIME
  }

  /** When it runs next after a moment; empty when it is off or has nothing left to do. */
  Optional<Instant> nextAfter(Instant moment) {
    if (!isEnabled) {
      return Optional.empty();
    }
    return scheduleType == Type.ONE_TIME
        ? Optional.ofNullable(scheduledAt).filter(at -> at.isAfter(moment))
        : calendar().flatMap(calendar -> calendar.next(moment, intervalCount));
  }

  Optional<Calendar> calendar() {
    return Optional.ofNullable(cron).flatMap(text -> Calendar.of(text, ZoneId.of(timezone)));
  }
}
