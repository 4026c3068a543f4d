package io.agentservice.server.engine.sessions.approvals;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.approvals.AskedHost;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The requests for approval of sessions, as people see and answer them. */
public final class SessionApprovals {
  private final Sessions sessions;
  private final Approvals approvals;

  public SessionApprovals(Database database, Sessions sessions) {
    this.sessions = sessions;
    this.approvals = new Approvals(database);
  }

  /** Those of a session, newest first. */
  public Listing.Keyed<Approval> list(SessionId session) {
    return approvals.list(session);
  }

  /** The one that waits for an answer. */
  public Optional<Approval> open(SessionId session) {
    return approvals.open(session);
  }

  /** 404 when there is no such request in the session. */
  public Approval get(SessionId session, EventId id) {
    return approvals.find(session, id).orElseThrow(SessionApprovals::unknown);
  }

  /** The answer of a caller; the secrets of the session are masked in his reason. */
  public Approval.Answer answer(
      SessionId session, Approval.Kind kind, @Nullable String reason, Caller caller) {
    var principal = caller.principal();
    return new Approval.Answer(
        kind,
        reason == null ? null : sessions.said(session, reason).masked(),
        principal.userId(),
        principal.name());
  }

  /**
   * Row 11, of a sleeping session row 14. The same answer again changes nothing; 409 {@code
   * already_answered} for another one, {@code session_ended}, {@code usage_limit_exceeded}.
   */
  public Session answer(
      OrgId org, SessionId id, EventId asked, Approval.Answer answer, Caller caller) {
    return answer(org, id, asked, answer, caller, (_, _) -> {});
  }

  /** {@code also}: what goes with it, in its transaction. */
  Session answer(
      OrgId org,
      SessionId id,
      EventId asked,
      Approval.Answer answer,
      Caller caller,
      BiConsumer<Tx, Approval> also) {
    return sessions.change(
        org,
        id,
        caller,
        (tx, session) -> {
          var found = Approvals.find(tx, id, asked).orElseThrow(SessionApprovals::unknown);
          var before = found.answer();
          if (before != null && before.kind() != answer.kind()) {
            throw answered(found, before);
          }
          checkGiver(found, answer, caller);
          also.accept(tx, found); // maybe it was not said the first time
          if (before == null) {
            session.log(Approvals.ANSWERED, Approvals.answer(tx, id, asked, answer));
            sessions.answered(tx, session, caller);
            audit(session, asked, answer, caller);
          }
        });
  }

  /** Who may not write the policy of an organization can't widen it for one of its sessions. */
  private static void checkGiver(Approval asked, Approval.Answer answer, Caller caller) {
    var needed = Permission.MANAGE_ENTERPRISE_SETTINGS;
    if (asked.asked().tool().equals(AskedHost.TOOL)
        && answer.kind().approves()
        && !caller.principal().holds(needed)) {
      throw Problem.forbidden(
              "permission_denied",
              "Needs %s to let a session reach what its network policy does not allow"
                  .formatted(needed.wireName()))
          .with("required_permission", needed.wireName())
          .exception();
    }
  }

  private static void audit(
      LockedSession session, EventId asked, Approval.Answer answer, Caller caller) {
    session.audit(
        caller,
        "permission_response",
        Map.of(
            "session_id", session.id().value(),
            "event_id", asked.value(),
            "approved", answer.kind().approves()));
  }

  private static RuntimeException answered(Approval found, Approval.Answer before) {
    String who = before.username() == null ? "" : " by " + before.username();
    String how =
        switch (before.kind()) {
          case APPROVED -> "approved" + who;
          case APPROVED_FOR_SESSION -> "approved for the session" + who;
          case REFUSED -> "refused" + who;
          case WITHDRAWN -> "withdrawn, for somebody wrote a message or the turn ended,";
        };
    return Problem.conflict(
            "already_answered",
            "It was %s at %s".formatted(how, found.answeredAt()),
            "Send a message to tell the agent something else")
        .exception();
  }

  private static RuntimeException unknown() {
    return Problem.notFound("approval").exception();
  }
}
