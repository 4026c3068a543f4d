package io.agentservice.server.agent.fork;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.SessionId;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a log a fork takes along: all that the agent knows, up to the last moment at which no
 * call was open. What belongs to the session itself stays: its states, its connections, what waits
 * for it.
 */
final class ForkPoint {
  private final History history = new History();
  private final List<Long> all = new ArrayList<>();
  private final boolean work;
  private int whole;

  private ForkPoint(boolean work) {
    this.work = work;
  }

  /**
   * Events up to {@code seq}, oldest first. {@code work}: with what is kept of its work, which
   * holds its own secrets as they are: whoever has not got them must not have that.
   */
  static List<Long> of(EventLog log, SessionId session, long seq, boolean work) {
    var point = new ForkPoint(work);
    log.fold(
        session,
        event -> {
          if (event.seq() <= seq) {
            point.add(event);
          }
        });
    return List.copyOf(point.all.subList(0, point.whole));
  }

  private void add(Event line) {
    var event = LoopEvents.read(line.type(), line.data());
    if (event == null || (!work && event instanceof LoopEvent.WorkSaved)) {
      return;
    }
    all.add(line.seq());
    history.add(event, line.epoch());
    if (history.openCalls().isEmpty()) {
      whole = all.size();
    }
  }
}
