package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.GatewaySessions.Connected.Accepted;
import io.agentservice.server.engine.gateway.GatewaySessions.Connected.Refused;
import io.agentservice.server.engine.gateway.GatewaySessions.Held;
import io.agentservice.server.engine.gateway.GatewaySessions.Standing;
import io.agentservice.server.engine.gateway.Seats.Seat;
import io.agentservice.server.engine.gateway.connection.CloseReason;
import io.agentservice.server.engine.gateway.connection.GatewaySettings;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import io.agentservice.server.engine.gateway.connection.GitQuestions;
import io.agentservice.server.engine.gateway.connection.RemoteConnection;
import io.agentservice.server.engine.gateway.connection.RemoteSocket;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner of a connection, on its own virtual thread, from hello to end. */
final class ConnectionLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLifecycle.class);

  private final SessionId session;
  private final long epoch;
  private final Origin origin;
  private final GatewaySessions sessions;
  private final MachineListener listener;
  private final GatewaySettings settings;
  private final Seats<ConnectionLifecycle> seats;
  private final GitCredentials git;
  private final RemoteConnection connection;
  private final CountDownLatch over = new CountDownLatch(1);

  /** By the session; 0 before. Written under the seat's turn. */
  private long number;

  private volatile boolean attached;
  private volatile String endReason = "";

  ConnectionLifecycle(
      SessionId session,
      long epoch,
      Origin origin,
      GatewaySessions sessions,
      MachineListener listener,
      GatewaySettings settings,
      Seats<ConnectionLifecycle> seats,
      GitCredentials git) {
    this.session = session;
    this.epoch = epoch;
    this.origin = origin;
    this.sessions = sessions;
    this.listener = listener;
    this.settings = settings;
    this.seats = seats;
    this.git = git;
    this.connection =
        new RemoteConnection(
            settings,
            () -> Thread.ofVirtual().name("gateway " + session).start(this::run),
            new GitQuestions(session, epoch, git));
  }

  RemoteConnection connection() {
    return connection;
  }

  long epoch() {
    return epoch;
  }

  SessionId session() {
    return session;
  }

  /** Where its remote is. */
  Origin origin() {
    return origin;
  }

  /** Whether it was handed on and not taken back yet. */
  boolean isAttached() {
    return attached;
  }

  /** What it holds; once it is attached. */
  Held held() {
    return new Held(session, epoch, number);
  }

  /** Ends the connection with {@code session_end}. Does not wait. */
  void endSession(String reason) {
    endReason = reason;
    socket().end(CloseReason.SESSION_OVER);
  }

  void end(CloseReason cause) {
    socket().end(cause);
  }

  /** Sends the remote to another node at once, even if our thread waits for the database. */
  void sendAway() {
    socket().end(CloseReason.NO_DATABASE);
    if (socket().ending() == CloseReason.NO_DATABASE) {
      socket().startClosing(CloseReason.NO_DATABASE, null);
    }
  }

  /** Ends a connection that does not count any more. */
  void judge(Standing standing) {
    switch (standing) {
      case CURRENT -> {}
      case REPLACED -> end(CloseReason.REPLACED);
      case OVER -> endSession("over");
      case STALE -> end(CloseReason.CLAIM_GONE);
    }
  }

  /** False when the connection was not gone in time. */
  boolean awaitOver(Duration time) throws InterruptedException {
    return over.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void run() {
    var seat = seats.enter(session, this);
    try {
      if (greet(seat)) {
        pulse();
      }
    } catch (InterruptedException e) {
      socket()
          .end(CloseReason.FAILED); // nobody interrupts this thread; were it so, it ends in order
    } catch (RuntimeException e) {
      fail(e);
    } finally {
      leave(seat);
    }
  }

  private void fail(RuntimeException cause) {
    if (Outage.is(cause)) { // another node may do better
      LOG.warn("connection not taken up session={} cause={}", session, cause.toString());
      socket().end(CloseReason.NO_DATABASE);
    } else {
      LOG.error("connection failed session={} epoch={}", session, epoch, cause);
      socket().end(CloseReason.FAILED);
    }
  }

  private boolean greet(Seat<ConnectionLifecycle> seat) throws InterruptedException {
    var hello = connection.awaitHello(settings.helloWithin());
    if (hello == null) {
      socket().end(CloseReason.NO_HELLO);
      return false;
    }
    seat.turn.lock();
    try {
      return switch (sessions.connected(session, epoch)) {
        case Refused(boolean sessionOver) -> {
          socket().end(sessionOver ? CloseReason.SESSION_OVER : CloseReason.CLAIM_GONE);
          yield false;
        }
        case Accepted accepted -> {
          take(seat, accepted);
          yield true;
        }
      };
    } finally {
      seat.turn.unlock();
    }
  }

  private void take(Seat<ConnectionLifecycle> seat, Accepted accepted) {
    var before = seat.holder;
    if (before != null) {
      before.end(before.epoch == epoch ? CloseReason.REPLACED : CloseReason.CLAIM_GONE);
      before.detach();
    }
    number = accepted.connection();
    seat.holder = this;
    var welcome =
        new ToRemote.Welcome(
            session.value(),
            settings.serverVersion(),
            accepted.environment(),
            settings.graceSeconds(),
            (int) settings.silence().toSeconds(),
            git.hosts(session));
    if (socket().hasEnded()) {
      return;
    }
    connection.welcome(welcome);
    var hello = connection.hello();
    LOG.info(
        "remote connected session={} epoch={} connection={} remote_sha={} platform={}",
        session,
        epoch,
        number,
        hello.sha(),
        hello.platform());
    attached = true;
    listener.attached(session, epoch, number, connection);
  }

  private void pulse() throws InterruptedException {
    long looked = System.nanoTime();
    while (true) {
      var silence = socket().untilSilent();
      if (silence.isNegative() || silence.isZero()) {
        socket().end(CloseReason.SILENT);
        return;
      }
      if (socket().awaitEnd(min(settings.pulse(), silence))) {
        return;
      }
      socket().ping();
      if (System.nanoTime() - looked >= settings.look().toNanos()) {
        looked = System.nanoTime();
        keepAlive();
      }
    }
  }

  private void keepAlive() {
    try {
      judge(sessions.keepAlive(session, epoch, number));
    } catch (RuntimeException e) { // the deadline has room for some more tries
      if (!Outage.is(e)) { // else said once for all sessions
        LOG.warn("keep-alive failed session={} cause={}", session, e.toString());
      }
    }
  }

  private void leave(Seat<ConnectionLifecycle> seat) {
    var cause = socket().ending();
    if (cause == null) {
      throw new IllegalStateException("leaving a living connection");
    }
    try {
      var last =
          cause == CloseReason.SESSION_OVER
              ? Frames.write(new ToRemote.SessionEnd(endReason))
              : null;
      socket().startClosing(cause, last);
      standUp(seat, cause);
      if (cause == CloseReason.FAILED) {
        sessions.undriven(session, epoch);
      }
      socket().release(cause);
      LOG.info("connection over session={} epoch={} cause={}", session, epoch, cause);
    } catch (InterruptedException e) {
      LOG.warn("interrupted while closing session={}", session);
    } catch (RuntimeException e) {
      LOG.error("leaving failed session={} epoch={}", session, epoch, e);
    } finally {
      seats.leave(session, this);
      over.countDown();
    }
  }

  /** Gives the seat back, unless a newer connection has taken it. */
  private void standUp(Seat<ConnectionLifecycle> seat, CloseReason cause) {
    seat.turn.lock();
    try {
      if (seat.holder != this) {
        return;
      }
      seat.holder = null;
      detach();
      if (!cause.keepsDeadline()) {
        sessions.lost(session, epoch, number);
      }
    } catch (RuntimeException e) { // the claim then lapses at the deadline as written
      LOG.error("loss not recorded session={} epoch={}", session, epoch, e);
    } finally {
      seat.turn.unlock();
    }
  }

  /** Under the seat's turn; a failure there must not keep the seat. */
  private void detach() {
    if (!attached) {
      return;
    }
    attached = false;
    try {
      listener.detached(session, epoch);
    } catch (RuntimeException e) {
      LOG.error("detaching failed session={} epoch={}", session, epoch, e);
    }
  }

  private RemoteSocket socket() {
    return connection.socket();
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
