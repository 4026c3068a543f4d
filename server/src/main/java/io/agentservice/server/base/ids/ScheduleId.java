package io.agentservice.server.base.ids;

/** A schedule of sessions. */
@IdForm(prefix = "sched-", noun = "schedule")
public final class ScheduleId extends Id {
  public ScheduleId(String value) {
    super(value);
  }
}
