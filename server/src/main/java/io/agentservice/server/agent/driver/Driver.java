package io.agentservice.server.agent.driver;

import com.github.benmanes.caffeine.cache.Ticker;
import io.agentservice.server.agent.driver.models.SessionModel;
import io.agentservice.server.agent.driver.stalls.Doings;
import io.agentservice.server.agent.driver.traces.Traces;
import io.agentservice.server.agent.loop.Loops;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.Models;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.gateway.GatewaySessions;
import io.agentservice.server.engine.gateway.MachineListener;
import io.agentservice.server.engine.guardrails.Guardrail;
import io.agentservice.server.engine.lifecycle.Connections;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Session;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Connects gateway, sessions and loops. */
public final class Driver implements GatewaySessions, MachineListener {
  private final SessionsFeature sessions;
  private final Sources sources;
  private final EventLog log;
  private final EventSignals signals;
  private final Loops loops;
  private final Supplier<List<Guardrail>> guardrails;
  private final RetryWindow retries;
  private final StepMeters meters;
  private final Doings doings;
  private final Traces traces;

  public Driver(
      SessionsFeature sessions,
      Sources sources,
      EventLog log,
      EventSignals signals,
      Loops loops,
      Supplier<List<Guardrail>> guardrails,
      StepMeters meters,
      Doings doings,
      Traces traces) {
    this.sessions = sessions;
    this.sources = sources;
    this.log = log;
    this.signals = signals;
    this.loops = loops;
    this.guardrails = guardrails;
    this.meters = meters;
    this.doings = doings;
    this.traces = traces;
    this.retries = new RetryWindow(sessions.lifecycle(), Ticker.systemTicker());
  }

  /** From now on the gateway hears of ends and of claims that are over. */
  public void tell(Gateway gateway) {
    sessions
        .lifecycle()
        .connections(
            new Connections() {
              @Override
              public void end(SessionId session, long epoch, Status status) {
                gateway.end(session, epoch, status.word());
              }

              @Override
              public void interrupt(SessionId session) {
                loops.interrupt(session);
              }

              @Override
              public void revoke(SessionId session, long epoch) {
                gateway.revoke(session, epoch);
              }
            });
  }

  @Override
  public Admission admit(SessionId session, String token) {
    return switch (sessions.lifecycle().admit(session, token)) {
      case Lifecycle.Admission.Admitted(long epoch, var account) ->
          new Admission.Admitted(epoch, account);
      case Lifecycle.Admission.BadToken() -> new Admission.BadToken();
      case Lifecycle.Admission.ClaimOver(long epoch) ->
          isOver(session, epoch) ? new Admission.SessionOver() : new Admission.BadToken();
      case Lifecycle.Admission.OtherSession() -> new Admission.OtherSession();
    };
  }

  /** Whether that claim ended with the session, and nobody has claimed it since. */
  private boolean isOver(SessionId session, long epoch) {
    return fallen(List.of(new Held(session, epoch, 0))).containsValue(Standing.OVER);
  }

  @Override
  public Connected connected(SessionId session, long epoch) {
    OptionalLong connection = sessions.lifecycle().connected(session, epoch);
    if (connection.isEmpty()) {
      return new Connected.Refused(isOver(session, epoch));
    }
    var environment =
        sessions.sessions().secrets(session).stream()
            .filter(NewSession.Secret::isVariable)
            .collect(Collectors.toMap(NewSession.Secret::key, NewSession.Secret::value));
    return new Connected.Accepted(connection.getAsLong(), environment);
  }

  @Override
  public Standing keepAlive(SessionId session, long epoch, long connection) {
    return standing(sessions.lifecycle().keepAlive(session, epoch, connection));
  }

  @Override
  public void lost(SessionId session, long epoch, long connection) {
    sessions.lifecycle().lost(session, epoch, connection);
  }

  @Override
  public Map<Held, Standing> fallen(Collection<Held> connections) {
    var known =
        connections.stream()
            .map(held ->
                new Lifecycle.Held(held.session(), new Tenure(held.epoch(), held.connection())))
            .toList();
    return sessions.lifecycle().fallen(known).entrySet().stream()
        .collect(Collectors.toMap(e -> held(e.getKey()), e -> standing(e.getValue())));
  }

  private static Held held(Lifecycle.Held held) {
    return new Held(held.session(), held.tenure().epoch(), held.tenure().connection());
  }

  private static Standing standing(Lifecycle.Standing standing) {
    return switch (standing) {
      case CURRENT -> Standing.CURRENT;
      case REPLACED -> Standing.REPLACED;
      case OVER -> Standing.OVER;
      case STALE -> Standing.STALE;
    };
  }

  @Override
  public void undriven(SessionId session, long epoch) {
    retries.failed(session, epoch);
  }

  @Override
  public void attached(SessionId id, long epoch, long connection, Machine machine) {
    var session = sessions.sessions().find(id);
    session.ifPresent(found -> {
      var model = model(found);
      loops.start(
          new DrivenSession(
              found,
              new Tenure(epoch, connection),
              sessions,
              Guardrail.of(found.orgId(), guardrails.get()),
              sources,
              model,
              log,
              signals,
              meters,
              doings,
              traces),
          machine,
          reached(model));
    });
  }

  @Override
  public void detached(SessionId session, long epoch) {
    loops.stop(session);
    traces.left(
        session, () -> sessions.sessions().find(session).map(found -> found.standing().status()));
  }

  /** A database that is away is no failure of the model. */
  private static Models reached(SessionModel model) {
    return new Models() {
      @Override
      public Model get() {
        return Reach.of(model);
      }

      @Override
      public boolean standsIn() {
        return model.standsIn();
      }

      @Override
      public boolean hasStandIn() {
        return Reach.of(model::hasStandIn);
      }

      @Override
      public boolean standIn() {
        return Reach.of(model::standIn);
      }
    };
  }

  private SessionModel model(Session session) {
    return new SessionModel(
        sources.models(),
        session.orgId(),
        session.task().model(),
        replay -> replay.below(sources.children().path(session.sessionId())),
        InstantSource.system());
  }
}
