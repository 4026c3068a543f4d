package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as stored.
 *
 * @param playbookTitle null when the playbook is gone
 */
public record Schedule(
    ScheduleId scheduleId,
    AccountId accountId,
    OrgId orgId,
    ScheduleContent content,
    @Nullable String playbookTitle,
    Authors authors,
    Progress progress,
    Instant createdAt,
    Instant updatedAt) {

  /** Whoever it acts for may do so no more. */
  static final String OWNER_GONE = "owner_gone";

  /** {@code ownedBy} is in whose name it acts: its maker, or who took it over. */
  public record Authors(String createdBy, String ownedBy, String lastEditedBy) {}

  /** {@code nextRunAt} is null without a next run; {@code pausedReason}: the service's, or null. */
  public record Progress(
      @Nullable Instant nextRunAt,
      @Nullable Instant lastExecutedAt,
      @Nullable Instant lastErrorAt,
      @Nullable String lastErrorMessage,
      int consecutiveFailures,
      @Nullable String pausedReason) {}

  ScheduleContent.Timing timing() {
    return content.timing();
  }

  ScheduleContent.Job job() {
    return content.job();
  }
}
