package io.agentservice.server.base.ids;

/** A message or event. */
@IdForm(prefix = "event-", noun = "event")
public final class EventId extends Id {
  public EventId(String value) {
    super(value);
  }
}
