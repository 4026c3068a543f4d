package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Session;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes spans of all sessions of this node and hands them over; {@code end} ends their sending. */
final class RecordedTraces implements Traces {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedTraces.class);

  private final Outlet.Choice choice;
  private final Consumer<FinishedSpan> out;
  private final Runnable end;
  private final InstantSource clock;
  private final Map<SessionId, RecordedSession> all = new ConcurrentHashMap<>();

  RecordedTraces(
      Outlet.Choice choice, Consumer<FinishedSpan> out, Runnable end, InstantSource clock) {
    this.choice = choice;
    this.out = out;
    this.end = end;
    this.clock = clock;
  }

  @Override
  public SessionTrace of(Session session, Supplier<Session> now) {
    var trace = new RecordedSession(new Outlet(session, choice, out), now, clock);
    all.put(session.sessionId(), trace);
    return trace;
  }

  @Override
  public void left(SessionId session, Supplier<Optional<Status>> status) {
    var trace = all.remove(session);
    if (trace != null && trace.isUnderWay()) {
      Thread.ofVirtual().name("ends a trace").start(() -> rest(trace, status)); // its place is free
    }
  }

  private static void rest(RecordedSession trace, Supplier<Optional<Status>> status) {
    try {
      status.get().filter(Status::atRest).ifPresent(trace::rests);
    } catch (RuntimeException e) { // the database is away, say: its last span is not sent
      LOG.debug("the end of a trace is not sent", e);
    }
  }

  @Override
  public LiveOutput before(LiveOutput next) {
    return new Hearing(next);
  }

  @Override
  public void close() {
    end.run();
  }

  private @Nullable RecordedSession trace(SessionId session) {
    return all.get(session);
  }

  private final class Hearing implements LiveOutput {
    private final LiveOutput next;

    Hearing(LiveOutput next) {
      this.next = next;
    }

    @Override
    public void modelAsked(SessionId session, String model) {
      var trace = trace(session);
      if (trace != null) {
        trace.asks(model);
      }
      next.modelAsked(session, model);
    }

    @Override
    public void modelAnswered(SessionId session) {
      var trace = trace(session);
      if (trace != null) {
        trace.answered();
      }
      next.modelAnswered(session);
    }

    @Override
    public void modelText(SessionId session, String piece) {
      next.modelText(session, piece);
    }

    @Override
    public void modelRestarts(SessionId session) {
      next.modelRestarts(session);
    }

    @Override
    public void toolOutput(SessionId session, String callId, String piece) {
      next.toolOutput(session, callId, piece);
    }
  }
}
