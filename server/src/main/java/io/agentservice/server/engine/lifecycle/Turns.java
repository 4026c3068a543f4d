package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.guardrails.Violation;
import io.agentservice.server.engine.guardrails.Violations;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Message;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.pullrequests.PullRequests;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the agent does to its session. */
public final class Turns {
  private final Database database;
  private final Transitions transitions;
  private final EventLog log;
  private final CycleLimits limits;

  public Turns(Database database, Transitions transitions, EventLog log, CycleLimits limits) {
    this.database = database;
    this.transitions = transitions;
    this.log = log;
    this.limits = limits;
  }

  /** An agent's right to a session: a claim's epoch and a connection, until a newer one. */
  public record Tenure(long epoch, long connection) {}

  /** Someone worked on the session whose tenure is over; nothing was written. */
  public static final class StaleException extends RuntimeException {
    StaleException(SessionId session, Tenure tenure) {
      super("Session %s is past %s".formatted(session, tenure));
    }
  }

  /** Makes the changes in one transaction; a {@link StaleException} undoes all of them. */
  public <T> T answer(SessionId session, Tenure tenure, Function<Turn, T> changes) {
    return database.inTransaction(tx -> {
      var turn = new Turn(tx, session, tenure);
      T answer = changes.apply(turn);
      turn.write();
      return answer;
    });
  }

  /** By the clock that all servers share. */
  public Instant now() {
    return database.with(TransitionSql.class, TransitionSql::now);
  }

  /** One transaction of the agent. */
  public final class Turn {
    private final Tx tx;
    private final SessionId sessionId;
    private final Tenure tenure;

    private @Nullable LockedSession locked;

    private Turn(Tx tx, SessionId sessionId, Tenure tenure) {
      this.tx = tx;
      this.sessionId = sessionId;
      this.tenure = tenure;
    }

    /** Takes the session for the rest of the change; none but its agent gets it. */
    public void lock() {
      var _ = session();
    }

    /** Appends to the log. */
    public void event(String type, String data) {
      if (log.append(tx, sessionId, tenure.epoch(), tenure.connection(), type, data).isEmpty()) {
        throw new StaleException(sessionId, tenure);
      }
    }

    /** A message of the agent; after an event of the same change, which has locked the session. */
    public void say(String text) {
      Messages.say(tx, sessionId, text);
    }

    /** The session has a pull request (sessions.md 9); true when that is new. */
    public boolean pullRequest(String url, boolean takenOver) {
      return PullRequests.found(tx, session().id(), url, takenOver);
    }

    /** A guardrail was broken; true when that is new. */
    public boolean violation(Violation.Found found) {
      return Violations.found(tx, session().id(), found);
    }

    /** Marks the queued messages delivered and answers them, oldest first. */
    public List<Message> deliver() {
      return Messages.deliver(tx, session().id());
    }

    /** In US dollars; ends the reservation. After the call's event, in the same change. */
    public void book(BigDecimal dollars) {
      tx.on(TransitionSql.class).book(sessionId, dollars);
    }

    /**
     * Reserves a call's largest cost in US dollars; answers a limit that it would pass, and then
     * keeps it as what the next call needs.
     */
    public Optional<CycleLimits.Reached> reserve(BigDecimal dollars) {
      var session = session();
      return tx.on(TransitionSql.class)
          .reserve(session.id(), dollars)
          .map(acus -> new CycleLimits.Reached("session", acus))
          .or(() -> limits.reserve(tx, session.account(), session.id()));
    }

    /** Nothing is reserved any longer. */
    public void unreserve() {
      tx.on(TransitionSql.class).unreserve(session().id());
    }

    /** Row 8: it asked something, or ended its turn. With a message waiting it goes on working. */
    public void waiting() {
      rest(Trigger.ASK);
    }

    /** Row 9: the task is done; {@code structuredOutput} is JSON that fits the schema, or null. */
    public void finished(@Nullable String structuredOutput) {
      if (structuredOutput != null) {
        output(structuredOutput);
      }
      rest(Trigger.FINISH);
    }

    /** The newest structured output, JSON as text: it takes the place of the one before. */
    public void output(String structuredOutput) {
      tx.on(TransitionSql.class).structuredOutput(session().id(), structuredOutput);
    }

    /** Row 10: a person is to approve a call. A message that waits withdraws it at once. */
    public void approval(EventId id, Approval.Asked asked) {
      Approvals.ask(tx, session().id(), id, asked);
      rest(Trigger.GATE);
      if (Messages.queued(tx, sessionId)) {
        withdrawApproval();
      }
    }

    /** A person has allowed its agent a host; false when it has too many of them. */
    public boolean allow(String host) {
      return transitions.allow(tx, session(), host);
    }

    /** Nobody is to answer any more, for the turn is over. */
    public void withdrawApproval() {
      Approvals.withdraw(tx, session().id())
          .ifPresent(told -> event(Approvals.ANSWERED, Json.MAPPER.writeValueAsString(told)));
    }

    private void rest(Trigger trigger) {
      var session = session();
      if (!Messages.queued(tx, sessionId)) {
        session.rest(trigger);
      }
    }

    /**
     * Row 38: to sleep until then, or until one of the others rests, which is told to the log;
     * false, and nothing, when there is something to do, or the machine would not be kept.
     */
    public boolean sleepUntil(
        String what, Instant until, List<SessionId> others, String type, String data) {
      var session = session();
      if (session.stored().detail() != Detail.WORKING
          || !session.stored().host().resumable()
          || Messages.queued(tx, sessionId)) {
        return false;
      }
      event(type, data);
      tx.on(TransitionSql.class).waits(sessionId, what, until, others);
      session.sleep(Trigger.WAIT, Detail.INACTIVITY, null);
      return true;
    }

    /** Row 18: to sleep, at a limit. */
    public void limit(Detail detail) {
      session().sleep(Trigger.LIMIT, detail, null);
    }

    /** Row 25: to sleep, with what went wrong. */
    public void suspend(String code, String message) {
      var session = session();
      session.error(code, message);
      session.sleep(Trigger.OUTAGE, Detail.ERROR, null);
    }

    /** Row 24: it failed for good. */
    public void fail(String code, String message) {
      session().fail(code, message);
    }

    /** Locked, which comes before all else, and still worked on under this tenure. */
    private LockedSession session() {
      var present = locked;
      if (present == null) {
        present =
            transitions
                .lock(tx, sessionId)
                .filter(found -> found.status() == Status.RUNNING)
                .filter(found -> tenure.equals(new Tenure(found.epoch(), found.connection())))
                .orElseThrow(() -> new StaleException(sessionId, tenure));
        locked = present;
      }
      return present;
    }

    private void write() {
      if (locked != null) {
        transitions.write(tx, locked);
      }
    }
  }
}
