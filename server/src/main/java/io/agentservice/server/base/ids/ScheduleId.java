package io.agentservice.server.base.ids;

@IdForm(prefix = "sched-", noun = "schedule")
public final class ScheduleId extends Id {
  public ScheduleId(String value) {
    super(value);
  }
}
