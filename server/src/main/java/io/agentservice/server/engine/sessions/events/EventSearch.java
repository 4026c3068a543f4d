package io.agentservice.server.engine.sessions.events;

import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.SessionId;
import java.util.ArrayList;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Looks for a text in a bounded part of the log, and says where it ended. */
public record EventSearch(EventLog log) {
  /** Each of at most 1,000 events and some 4 MiB. */
  private static final int PARTS = 4;

  private static final int MOST_CHARACTERS = 4 << 20;

  /** What is found after {@code after}, perhaps nothing while there is more. */
  public LogPage page(SessionId session, String text, long after, int limit) {
    String wanted = text.toLowerCase(Locale.ROOT);
    var found = new ArrayList<ObjectNode>();
    long last = after;
    long characters = 0;
    boolean more = true;
    for (int part = 0; more && part < PARTS && characters < MOST_CHARACTERS; part++) {
      var read = log.after(session, last, EventLog.PAGE);
      for (Event event : read.events()) {
        var shown = EventShown.of(event);
        if (isIn(shown.get("summary"), wanted) || isIn(shown.get("data"), wanted)) {
          if (found.size() == limit) {
            return new LogPage(found, last, true);
          }
          found.add(shown);
          characters += event.data().length();
        }
        last = event.seq();
      }
      more = read.more();
    }
    return new LogPage(found, last, more);
  }

  private static boolean isIn(JsonNode node, String wanted) {
    return node.isString()
        ? node.stringValue().toLowerCase(Locale.ROOT).contains(wanted)
        : node.valueStream().anyMatch(value -> isIn(value, wanted));
  }
}
