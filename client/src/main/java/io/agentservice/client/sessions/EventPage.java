package io.agentservice.client.sessions;

import io.agentservice.wire.json.JsonObject;
import java.util.List;

/** A page of a session's event log, oldest first; {@code lastSeq} is where the next goes on. */
public record EventPage(List<SessionEvent> events, long lastSeq, boolean more) {

  static EventPage of(JsonObject answer, long after) {
    return new EventPage(
        answer.objects("items").stream().map(SessionEvent::of).toList(),
        answer.number("last_seq", after),
        answer.isTrue("has_next_page"));
  }
}
