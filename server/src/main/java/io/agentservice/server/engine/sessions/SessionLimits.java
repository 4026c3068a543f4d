package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.lifecycle.CycleLimits;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * What keeps a session from running (sessions.md 2, rows 3 and 15). {@code maxActive} sessions of
 * an organization; 0: no limit.
 */
record SessionLimits(IntSupplier maxActive, CycleLimits cycle) {

  /** Why a new session must sleep at once; the limit of its user stops it at its first step. */
  Optional<Detail> reached(Tx tx, LockedSession session) {
    if (full(tx, session)) {
      return Optional.of(Detail.TOTAL_SESSION_LIMIT_EXCEEDED);
    }
    return cycle
        .usedUp(tx, session.id())
        .map(CycleLimits.Reached::detail)
        .filter(detail -> detail == Detail.ORG_USAGE_LIMIT_EXCEEDED);
  }

  /** Rows 15, 16: 409 for one that takes nothing any more, or must not wake. */
  void checkOpen(Tx tx, LockedSession session) {
    checkNotEnded(session);
    if (session.status() == Status.SUSPENDED) {
      inTheWay(tx, session)
          .ifPresent(problem -> {
            throw problem.exception();
          });
    }
  }

  static void checkNotEnded(LockedSession session) {
    if (session.status().ended()) {
      throw Problem.conflict(
              "session_ended",
              "The session has ended",
              "Create a new session and name this one in session_links")
          .exception();
    }
  }

  /** Why one may not wake: {@code usage_limit_exceeded}. */
  Optional<Problem> inTheWay(Tx tx, LockedSession session) {
    var limit =
        tx.on(SessionSql.class)
            .limitReached(session.id())
            .map(acus -> new CycleLimits.Reached("session", acus))
            .or(() -> cycle.passed(tx, session.id()));
    if (limit.isPresent()) {
      return Optional.of(
          Problem.conflict(
              "usage_limit_exceeded",
              "The limit of %d ACU of %s is used up"
                  .formatted(limit.get().acus(), limit.get().whose()),
              "Raise the limit, then try again"));
    }
    return full(tx, session)
        ? Optional.of(
            Problem.conflict(
                "usage_limit_exceeded",
                "The organization has %d active sessions, as many as it may"
                    .formatted(maxActive.getAsInt()),
                "Wait until one sleeps or ends, then try again"))
        : Optional.empty();
  }

  /** Whether the organization has too many other active sessions; asked one after the other. */
  private boolean full(Tx tx, LockedSession session) {
    var sql = tx.on(SessionSql.class);
    var org = session.org();
    int most = maxActive.getAsInt();
    return most > 0 && sql.lockActive(org) && sql.active(org, session.id()) >= most;
  }
}
