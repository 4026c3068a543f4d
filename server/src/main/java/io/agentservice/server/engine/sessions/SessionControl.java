package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionChange;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a person takes an agent's work in hand (design/web.md 7.2). */
record SessionControl(Sessions sessions, Transitions transitions, SessionLimits limits) {

  /** The newest of them says whether the agent has something to do. */
  private static final List<String> TELL_OF_REST =
      List.of(
          "waiting",
          "interrupted",
          "finished",
          "limit_reached",
          "suspended",
          "failure",
          "user_message",
          "model_turn",
          "tool_result",
          "nudge",
          "job_ended");

  /** Row 35: the agent stops what it does, and goes on with the message, if there is one. */
  Session interrupt(
      OrgId org, SessionId sessionId, Sessions.@Nullable Said said, String origin, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          if (!session.interrupt(said != null || Messages.queued(tx, sessionId), caller)) {
            throw Problem.conflict("not_working", "The agent is not working", "Send a message")
                .exception();
          }
          if (said != null) {
            sessions.queue(tx, session, said, Attached.NONE, null, origin, caller);
          }
        });
  }

  /** Row 36: it gives up its machine until somebody wakes it, and stays in sight. */
  Session sleep(OrgId org, SessionId sessionId, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          SessionLimits.checkNotEnded(session);
          if (session.status().atRest()) {
            throw Problem.conflict(
                    "already_asleep",
                    "The session is asleep",
                    "Archive it to put it out of sight, terminate it to end it")
                .exception();
          }
          asked(tx, session, caller);
          session.sleep(Trigger.SLEEP, Detail.USER_REQUEST, caller);
        });
  }

  /** Row 37: on from where it was put to sleep, without a message. */
  Session resume(OrgId org, SessionId sessionId, Caller caller) {
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          limits.checkOpen(tx, session);
          if (session.status() != Status.SUSPENDED) {
            throw Problem.conflict("not_asleep", "The session is not asleep", "Send a message")
                .exception();
          }
          asked(tx, session, caller);
          session.resume(
              transitions.placeToWake(tx, session), Messages.queued(tx, sessionId), caller);
        });
  }

  /** 422 for a limit below what is used. */
  Session change(OrgId org, SessionId sessionId, SessionChange change, Caller caller) {
    var masked =
        change.title() instanceof Patch.Set<String>(String title)
            ? new SessionChange(
                new Patch.Set<>(sessions.redactor(sessionId).mask(title)), change.maxAcuLimit())
            : change;
    return sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          var sql = tx.on(SessionSql.class);
          var before = sql.changeable(org, sessionId);
          var after = masked.on(before);
          var differences = SessionChange.differences(before, after);
          if (differences.containsKey("max_acu_limit")) {
            checkLimit(after.maxAcuLimit(), sql.acusConsumed(org, sessionId));
          }
          if (!differences.isEmpty()) {
            sql.change(org, sessionId, after.title(), after.maxAcuLimit());
          }
          session.audit(
              caller,
              "update_session",
              Map.of("session_id", sessionId.value(), "changes", differences));
        });
  }

  private static void checkLimit(@Nullable Integer limit, BigDecimal used) {
    if (limit != null && BigDecimal.valueOf(limit).compareTo(used) < 0) {
      String message =
          "The session has used %s ACU".formatted(used.stripTrailingZeros().toPlainString());
      throw Problem.invalid(new Failure(List.of("body", "max_acu_limit"), message, "too_small"))
          .exception();
    }
  }

  /** Takes a message back, and answers it; 404, 409 for one that the agent has. */
  Message withdraw(OrgId org, SessionId sessionId, EventId id, Caller caller) {
    var withdrawn = new AtomicReference<Message>();
    sessions.change(
        org,
        sessionId,
        caller,
        (tx, session) -> {
          withdrawn.set(Messages.withdraw(tx, sessionId, id));
          if (!session.status().atRest() && !Messages.queued(tx, sessionId)) {
            atRest(tx, sessionId).ifPresent(session::restAgain);
          }
          session.log("message_withdrawn", Map.of("event_id", id.value()));
          session.audit(
              caller,
              "withdraw_message",
              Map.of("session_id", sessionId.value(), "event_id", id.value()));
        });
    return withdrawn.get();
  }

  /** As what the agent rests when it has nothing to do; empty when it does have. */
  private static Optional<Detail> atRest(Tx tx, SessionId session) {
    return EventLog.newest(tx, session, TELL_OF_REST)
        .flatMap(type ->
            switch (type) {
              case "finished" -> Optional.of(Detail.FINISHED);
              case "waiting", "interrupted" -> Optional.of(Detail.WAITING_FOR_USER);
              default -> Optional.empty();
            });
  }

  private static void asked(Tx tx, LockedSession session, Caller caller) {
    boolean byPage = caller.principal().kind() == Principal.Kind.USER;
    tx.on(SessionSql.class).asked(session.org(), session.id(), byPage);
  }
}
