package io.agentservice.server.engine.schedules;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A null name: the prompt's beginning. */
public record ScheduleContent(
    @Nullable String name, Timing timing, Job job, Notification notification) {

  /** Whether it runs again and again. */
  public enum Type {
    RECURRING,
    ONE_TIME
  }

  /**
   * {@code cron} as sent; {@code timezone} an IANA name; {@code intervalCount}: every n-th time;
   * {@code scheduledAt} of a single run.
   */
  public record Timing(
      Type scheduleType,
      @Nullable String cron,
      String timezone,
      int intervalCount,
      @Nullable Instant scheduledAt,
      boolean isEnabled) {
    /** What is not said of a new one. */
    static final Timing USUAL = new Timing(Type.RECURRING, null, "UTC", 1, null, true);

    /** Whether it runs once. */
    boolean once() {
      return scheduleType == Type.ONE_TIME;
    }

    /** When it runs next after a moment; empty when it is off or has nothing left to do. */
    Optional<Instant> nextAfter(Instant moment) {
      if (!isEnabled) {
        return Optional.empty();
      }
      return once()
          ? Optional.ofNullable(scheduledAt).filter(at -> at.isAfter(moment))
          : calendar().flatMap(calendar -> calendar.next(moment, intervalCount));
    }

    Optional<Calendar> calendar() {
      return Optional.ofNullable(cron).flatMap(text -> Calendar.of(text, ZoneId.of(timezone)));
    }
  }

  /** {@code targetSessionId} gets the prompt; null {@code runAsUserId}: the owner. */
  public record Job(
      String prompt,
      String agent,
      @Nullable PlaybookId playbookId,
      boolean bypassApproval,
      List<String> tags,
      @Nullable String platform,
      @Nullable SessionId targetSessionId,
      @Nullable UserId runAsUserId) {
    /** What is not said of a new one, whose prompt is. */
    static final Job USUAL = new Job("", "agent", null, false, List.of(), null, null, null);

    public Job {
      tags = List.copyOf(tags);
    }
  }

  /** Who is told of it, and of what. */
  public record Notification(
      String notifyOn, @Nullable String slackChannelId, @Nullable String slackTeamId) {
    static final Notification USUAL = new Notification("failure", null, null);
  }

  /** What is not said of a new one. */
  static final ScheduleContent USUAL =
      new ScheduleContent(null, Timing.USUAL, Job.USUAL, Notification.USUAL);
}
