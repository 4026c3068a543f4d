package io.agentservice.client.sessions;

import io.agentservice.wire.json.JsonObject;

/**
 * An entry of a session's event log (interface.md 6).
 *
 * @param seq its place in the log, from 1
 * @param source the whole as it came
 */
public record SessionEvent(long seq, String type, EventData data, JsonObject source) {

  /**
   * The event in such an answer; one that this version does not know is {@link EventData.Other}.
   */
  public static SessionEvent of(JsonObject source) {
    var type = String.valueOf(source.text("type"));
    return new SessionEvent(
        source.number("seq", 0), type, EventData.of(type, source.object("data")), source);
  }
}
