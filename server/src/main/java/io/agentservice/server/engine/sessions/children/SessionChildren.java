package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.playbooks.Playbooks;
import io.agentservice.server.engine.approvals.ApprovalPolicies;
import io.agentservice.server.engine.children.Child;
import io.agentservice.server.engine.children.Children;
import io.agentservice.server.engine.children.TreeLimits;
import io.agentservice.server.engine.lifecycle.LockedSession;
import io.agentservice.server.engine.lifecycle.Transitions;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import io.agentservice.server.engine.sessions.parts.NewSession;
import io.agentservice.server.engine.sessions.parts.Session;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** What agents do with sessions that they have started; see the package. */
public final class SessionChildren {
  private final Database database;
  private final Sessions sessions;
  private final Turns turns;
  private final Transitions transitions;
  private final Children children;
  private final ChildDraft draft;
  private final ApprovalPolicies policies;
  private final Supplier<ChildBounds> bounds;

  public SessionChildren(
      Database database,
      Sessions sessions,
      Turns turns,
      Transitions transitions,
      Playbooks playbooks,
      Supplier<ChildBounds> bounds) {
    this.database = database;
    this.sessions = sessions;
    this.turns = turns;
    this.transitions = transitions;
    this.children = new Children(database);
    this.draft = new ChildDraft(sessions, playbooks, new SessionMcpServers(database));
    this.policies = new ApprovalPolicies(database);
    this.bounds = bounds;
  }

  /** A child as it stands. */
  public record Standing(Child child, Session session) {}

  public ChildBounds bounds() {
    return bounds.get();
  }

  /** Whether it is no deeper than those that may start others. */
  public boolean mayStart(SessionId session) {
    int depth = children.find(session).map(Child::depth).orElse(0);
    return depth < bounds().depth() && bounds().working() > 0;
  }

  /** Those that the session's agent has started, oldest first. */
  public List<Standing> of(SessionId parent) {
    return children.of(parent).stream()
        .flatMap(child ->
            sessions.find(child.sessionId()).map(found -> new Standing(child, found)).stream())
        .toList();
  }

  /** The names that lead to it from the session above all; empty for one of no agent. */
  public List<String> path(SessionId id) {
    return children.path(id);
  }

  /** Makes it once, whatever is asked again; problems are for the agent. */
  public Session start(SessionId parent, Tenure tenure, WantedChild wanted) {
    var made = sessions.find(wanted.id());
    if (made.isPresent()) {
      return made.get();
    }
    var above = sessions.find(parent).orElseThrow();
    var allowed = database.with(AllowedSql.class, sql -> sql.of(parent));
    var prepared = sessions.prepare(above.orgId(), draft.of(above, allowed, wanted));
    return locked(
        parent,
        tenure,
        tx -> sessions.find(wanted.id()).orElseGet(() -> make(tx, above, prepared, wanted)));
  }

  private Session make(Tx tx, Session parent, NewSession.Prepared prepared, WantedChild wanted) {
    var child =
        Children.below(tx, parent.sessionId(), wanted.id(), wanted.name(), wanted.onParentEnd());
    TreeLimits.lock(tx, child.rootSessionId());
    checkDepth(child);
    checkNumber(tx, child);
    var caller = ChildDraft.caller(tx, parent);
    var allowance = prepared.wanted().allowance();
    policies.checkLaxer(parent.orgId(), allowance.bypassApproval(), allowance.approvals(), caller);
    var made = sessions.create(wanted.id(), parent.orgId(), prepared, caller);
    Children.insert(tx, child);
    TreeLimits.passed(tx, wanted.id())
        .or(() -> TreeLimits.usedUp(tx, wanted.id()))
        .ifPresent(passed -> {
          throw tooMuch(passed, wanted).exception();
        });
    return made;
  }

  private void checkDepth(Child child) {
    if (child.depth() > bounds().depth()) {
      throw Problem.conflict(
              "too_deep",
              "This session is %d below the first one, and may start none (AGENT_CHILD_SESSION_DEPTH)"
                  .formatted(child.depth() - 1),
              null)
          .exception();
    }
  }

  /** To be asked of one that does not work. */
  private void checkNumber(Tx tx, Child child) {
    if (Children.working(tx, child.rootSessionId()) >= bounds().working()) {
      throw Problem.conflict(
              "too_many_sessions",
              "%d started sessions work already, as many as may (AGENT_CHILD_SESSIONS): wait for one of them"
                  .formatted(bounds().working()),
              null)
          .exception();
    }
  }

  private static Problem tooMuch(TreeLimits.Passed passed, WantedChild wanted) {
    var asked = BigDecimal.valueOf(Objects.requireNonNullElse(wanted.budget(), 0));
    var left = BigDecimal.valueOf(passed.acus()).subtract(passed.needed()).add(asked);
    return Problem.conflict(
        "budget_exceeded",
        left.signum() <= 0
            ? "Nothing is left of the limit of %d ACU".formatted(passed.acus())
            : "A budget of %s ACU does not fit: of the limit of %d ACU there are %s left"
                .formatted(asked, passed.acus(), left.stripTrailingZeros().toPlainString()),
        null);
  }

  /** Sends it once, whatever is asked again. */
  public void tell(SessionId parent, Tenure tenure, SessionId child, EventId message, String text) {
    var above = sessions.find(parent).orElseThrow();
    var said = new Sessions.Said(message, text, sessions.redactor(child).mask(text));
    var _ =
        locked(
            parent,
            tenure,
            tx ->
                sessions.message(child, message).isPresent()
                    ? above
                    : send(tx, above, child, said));
  }

  private Session send(Tx tx, Session parent, SessionId id, Sessions.Said said) {
    // Before the tree, which nobody holds who waits for a session.
    var _ = transitions.lock(tx, id);
    var child = children.find(id).orElseThrow();
    TreeLimits.lock(tx, child.rootSessionId());
    if (!Children.works(tx, id)) {
      checkNumber(tx, child);
    }
    return sessions.send(
        parent.orgId(),
        id,
        said,
        Attached.NONE,
        ChildDraft.asUser(parent.requester()),
        parent.requester().origin(),
        ChildDraft.caller(tx, parent));
  }

  /** Rows 22, 23: ends it; what it has not used of its budget is its parent's again. */
  public void stop(SessionId parent, Tenure tenure, SessionId child) {
    var above = sessions.find(parent).orElseThrow();
    var _ =
        locked(
            parent,
            tenure,
            tx -> sessions.terminate(above.orgId(), child, false, ChildDraft.caller(tx, above)));
  }

  private <T> T locked(SessionId parent, Tenure tenure, Function<Tx, T> work) {
    return turns.answer(
        parent,
        tenure,
        turn -> {
          turn.lock();
          return database.inTransaction(work);
        });
  }

  /** Ends or archives those whose parents have ended or were archived, asking {@code goOn}. */
  public void followParents(BooleanSupplier goOn) {
    Failures.<SessionId>paged(
        children::toFollow, id -> database.inTransaction(tx -> follow(tx, id)), goOn);
  }

  private boolean follow(Tx tx, SessionId id) {
    var session = transitions.lock(tx, id);
    var fate = session.isEmpty() ? Optional.<Children.Fate>empty() : Children.follow(tx, id);
    fate.ifPresent(become -> {
      follow(session.orElseThrow(), become);
      transitions.write(tx, session.orElseThrow());
    });
    return fate.isPresent();
  }

  private static void follow(LockedSession session, Children.Fate become) {
    switch (become) {
      case ENDED -> {
        if (!session.status().ended()) {
          session.terminate(Trigger.TERMINATE, null, false);
        }
      }
      case ARCHIVED -> {
        if (!session.status().atRest()) {
          session.sleep(Trigger.ARCHIVE, Detail.USER_REQUEST, null);
        }
        session.archive(true);
      }
    }
  }
}
