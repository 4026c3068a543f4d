package io.agentservice.cli.demo;

import io.agentservice.cli.session.EventFollower;
import io.agentservice.cli.terminal.Colours;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A session that the agent of a demo has started, as it stands.
 *
 * @param divergences of its recording
 */
record DemoChild(Session session, long divergences) {
  private static final String FINISHED = "finished";

  /** Those of a session, in the order of their starts. */
  static List<DemoChild> of(Session parent, SessionClient sessions) {
    return parent.source().list("child_session_ids").stream()
        .map(id -> of(String.valueOf(id), sessions))
        .toList();
  }

  private static DemoChild of(String id, SessionClient sessions) {
    var divergences = new LongAdder();
    EventFollower.read(
        sessions,
        id,
        0,
        event -> {
          if (event.data() instanceof EventData.Divergence) {
            divergences.increment();
          }
        });
    return new DemoChild(sessions.get(id), divergences.sum());
  }

  Map<String, @Nullable Object> json() {
    return JsonObject.of(
            "session_id",
            session.id(),
            "title",
            session.title(),
            "outcome",
            session.standing().outcome(),
            "divergences",
            divergences)
        .fields();
  }

  /** A line for each, of what {@link #json} says; nothing where there are none. */
  static void print(List<JsonObject> children, PrintWriter out, Colours colours) {
    if (children.isEmpty()) {
      return;
    }
    out.println();
    out.println(colours.bold("The sessions that it started"));
    out.println();
    for (var child : children) {
      var outcome = child.text("outcome");
      var shown = "%-12s".formatted(outcome == null ? "not finished" : outcome);
      long divergences = child.number("divergences", 0);
      out.println(
          "    %s  %s  %s%s"
              .formatted(
                  FINISHED.equals(outcome) ? colours.green(shown) : colours.red(shown),
                  colours.dim(String.valueOf(child.text("session_id"))),
                  child.text("title"),
                  divergences == 0
                      ? ""
                      : colours.red("  differs from the recording, %d x".formatted(divergences))));
    }
  }
}
