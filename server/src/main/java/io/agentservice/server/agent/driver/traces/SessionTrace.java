package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.events.Event;

/** Hears what is written of a session. Thread-safe. */
public interface SessionTrace {
  /** Nobody asks. */
  SessionTrace NONE =
      new SessionTrace() {
        @Override
        public void begin() {}

        @Override
        public void past(Event event) {}

        @Override
        public void saw(LoopEvent event) {}
      };

  /** A loop reads the log from its beginning. */
  void begin();

  /** Stands in the log; its spans were another one's. */
  void past(Event event);

  /** Has just been written. */
  void saw(LoopEvent event);
}
