package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be written of a schedule; as in {@link Schedule}. */
public record ScheduleContent(
    @Nullable String name,
    String prompt,
    Schedule.Type scheduleType,
    @Nullable String cron,
    String timezone,
    int intervalCount,
    @Nullable Instant scheduledAt,
    boolean isEnabled,
    String agent,
    @Nullable PlaybookId playbookId,
    String notifyOn,
    boolean bypassApproval,
    List<String> tags,
    @Nullable String platform,
    @Nullable String slackChannelId,
    @Nullable String slackTeamId,
    @Nullable SessionId targetSessionId,
    @Nullable UserId runAsUserId) {}
