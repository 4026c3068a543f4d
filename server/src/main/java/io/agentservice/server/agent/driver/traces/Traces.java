package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.Optional;
import java.util.function.Supplier;

/** The traces of the sessions that this node drives. Thread-safe; never waits for a collector. */
public interface Traces extends AutoCloseable {
  /** Nothing is traced. */
  Traces NONE =
      new Traces() {
        @Override
        public SessionTrace of(Session session, Supplier<Session> now) {
          return SessionTrace.NONE;
        }

        @Override
        public void left(SessionId session, Supplier<Optional<Status>> status) {}

        @Override
        public LiveOutput before(LiveOutput next) {
          return next;
        }

        @Override
        public void close() {}
      };

  /** Of one connection of its machine; {@code now} reads the session anew. */
  SessionTrace of(Session session, Supplier<Session> now);

  /** It is not driven here any more; what was begun ends with it when the session rests. */
  void left(SessionId session, Supplier<Optional<Status>> status);

  /** Hears when models are asked, and passes all on. */
  LiveOutput before(LiveOutput next);

  /** Sends what is there, for some seconds at most. */
  @Override
  void close();
}
