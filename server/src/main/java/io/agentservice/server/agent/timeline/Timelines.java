package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.steps.Step;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import org.jspecify.annotations.Nullable;

/** The timelines of sessions, from their logs. */
record Timelines(Sessions sessions, EventLog log) {

  TurnReader turns(SessionId session) {
    return new TurnReader(
        new TurnReader.Log() {
          @Override
          public EventLog.Part before(long seq, int limit) {
            return log.before(session, seq, limit);
          }

          @Override
          public EventLog.Part after(long seq, int limit) {
            return log.after(session, seq, limit);
          }
        });
  }

  TimelinePages pages(SessionId session) {
    return new TimelinePages(turns(session), sessions.rates(session));
  }

  StepSearch search(SessionId session) {
    return new StepSearch(turns(session));
  }

  /** The number of the newest event. */
  long last(SessionId session) {
    return log.last(session);
  }

  /** The step of that id, which begins with the event; null when there is none. */
  @Nullable Step step(SessionId session, String id, long seq) {
    if (seq < 1 || seq > last(session)) {
      return null;
    }
    var turns = turns(session);
    var turn = turns.forwards(turns.beginning(seq)).next();
    return turn == null
        ? null
        : TimelinePages.steps(turn).stream()
            .filter(step -> step.id().equals(id))
            .findFirst()
            .orElse(null);
  }
}
