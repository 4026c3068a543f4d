package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.limits.Throttle;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.connection.CloseReason;
import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import io.agentservice.server.engine.gateway.connection.RemoteSocket;
import io.agentservice.server.engine.machine.Machine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The websocket endpoint of remotes (fleet.md 6); told after commits, never waits. */
public final class Gateway implements AutoCloseable {
  /** The endpoint is {@code GET /gateway/sessions/{session_id}}. */
  public static final String PATH = "/gateway";

  private final GatewaySessions sessions;
  private final MachineListener listener;
  private final GatewaySettings settings;
  private final Throttle throttle;
  private final IpAccess access;
  private final GitCredentials git;
  private final Seats<ConnectionLifecycle> seats = new Seats<>();
  private volatile boolean draining;
  private volatile boolean withoutDatabase;

  /**
   * One without connections yet.
   *
   * @param access from where the remotes of an account may come
   * @param git what their git may reach
   */
  public Gateway(
      GatewaySessions sessions,
      MachineListener listener,
      GatewaySettings settings,
      Throttle throttle,
      IpAccess access,
      GitCredentials git) {
    this.sessions = sessions;
    this.listener = listener;
    this.settings = settings;
    this.throttle = throttle;
    this.access = access;
    this.git = git;
  }

  /** The session's machine, when its remote is connected to this node. */
  public Optional<Machine> machine(SessionId session) {
    return Optional.ofNullable(seats.holder(session)).map(ConnectionLifecycle::connection);
  }

  /** The sessions whose remote is connected to this node and was handed on. */
  public List<SessionId> attached() {
    return seats.present().stream()
        .filter(ConnectionLifecycle::isAttached)
        .map(ConnectionLifecycle::session)
        .distinct()
        .toList();
  }

  /** Ends connections without a claim by now, or from an address no longer allowed. */
  public void look() {
    lookAtOrigins();
    var attached =
        seats.present().stream()
            .filter(ConnectionLifecycle::isAttached)
            .collect(Collectors.toMap(ConnectionLifecycle::held, Function.identity(), (a, _) -> a));
    if (!attached.isEmpty()) {
      sessions
          .fallen(attached.keySet())
          .forEach((held, standing) -> Objects.requireNonNull(attached.get(held)).judge(standing));
    }
  }

  /** Many remotes share an address, which is asked about once. */
  private void lookAtOrigins() {
    seats.present().stream()
        .collect(Collectors.groupingBy(ConnectionLifecycle::origin))
        .forEach((origin, from) -> {
          if (!access.allows(origin.account(), origin.ip())) {
            from.forEach(attendance -> attendance.end(CloseReason.ADDRESS_REFUSED));
          }
        });
  }

  /** Without a database, sends remotes away (1012) and refuses new ones (503). */
  public void serve(boolean withDatabase) {
    withoutDatabase = !withDatabase;
    if (!withDatabase) {
      seats.present().forEach(ConnectionLifecycle::sendAway);
    }
  }

  boolean withoutDatabase() {
    return withoutDatabase;
  }

  /** Ends a session's connections after a fault of ours (close 1011); the remote connects again. */
  public void drop(SessionId session) {
    seats.present(session).forEach(attendance -> attendance.end(CloseReason.FAILED));
  }

  /** {@code session_end}, then close 4000, for this epoch and earlier ones. */
  public void end(SessionId session, long epoch, String reason) {
    for (var attendance : seats.present(session)) {
      if (attendance.epoch() <= epoch) {
        attendance.endSession(reason);
      }
    }
  }

  /** Close 4403 for this epoch and earlier ones, whose claim is over. */
  public void revoke(SessionId session, long epoch) {
    for (var attendance : seats.present(session)) {
      if (attendance.epoch() <= epoch) {
        attendance.end(CloseReason.CLAIM_GONE);
      }
    }
  }

  /** Sends all remotes away (1001), accepts none, and waits some seconds for their ends. */
  @Override
  public void close() {
    draining = true;
    var leaving = seats.present();
    leaving.forEach(attendance -> attendance.end(CloseReason.DRAINED));
    long deadline = System.nanoTime() + settings.closeWithin().plusSeconds(1).toNanos();
    try {
      for (var attendance : leaving) {
        if (!attendance.awaitOver(Duration.ofNanos(deadline - System.nanoTime()))) {
          return; // the server's stop frees what is left
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean draining() {
    return draining;
  }

  Throttle throttle() {
    return throttle;
  }

  IpAccess access() {
    return access;
  }

  GatewaySessions sessions() {
    return sessions;
  }

  /** The listener of a connection that has been admitted. */
  RemoteSocket socket(SessionId session, long epoch, Origin origin) {
    return new ConnectionLifecycle(session, epoch, origin, sessions, listener, settings, seats, git)
        .connection()
        .socket();
  }
}
