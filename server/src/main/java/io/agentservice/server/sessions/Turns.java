package io.agentservice.server.sessions;

import static io.agentservice.server.sessions.Transitions.id;

import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.ids.EventId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.sessions.Status.Detail;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the agent does to its session: it takes messages, writes the log, speaks, and ends its turn.
 */
public final class Turns {
  private final Database database;
  private final Transitions transitions;
  private final EventLog log;

  Turns(Database database, Transitions transitions, EventLog log) {
    this.database = database;
    this.transitions = transitions;
    this.log = log;
  }

  /**
   * By what right an agent works on a session.
   *
   * @param epoch of the claim
   * @param connection of the remote; a newer one, on whatever node, has an agent of its own
   */
  public record Tenure(long epoch, long connection) {}

  /** Someone worked on the session whose tenure is over; nothing was written. */
  public static final class StaleException extends RuntimeException {
    StaleException(SessionId session, Tenure tenure) {
      super("Session %s is past %s".formatted(session, tenure));
    }
  }

  /** Makes the changes in one transaction; a {@link StaleException} undoes all of them. */
  public void change(SessionId session, Tenure tenure, Consumer<Turn> changes) {
    database.useTransaction(tx -> changes.accept(new Turn(tx, session, tenure)));
  }

  /** Whether messages wait. */
  public boolean queued(SessionId session) {
    return database.with(MessageSql.class, sql -> sql.queued(session));
  }

  /** One transaction of the agent. */
  public final class Turn {
    private final Tx tx;
    private final SessionId sessionId;
    private final Tenure tenure;

    private Turn(Tx tx, SessionId sessionId, Tenure tenure) {
      this.tx = tx;
      this.sessionId = sessionId;
      this.tenure = tenure;
    }

    /** Appends to the log. */
    public void event(String type, String data) {
      if (log.append(tx, sessionId, tenure.epoch(), tenure.connection(), type, data).isEmpty()) {
        throw new StaleException(sessionId, tenure);
      }
    }

    /** A message of the agent. */
    public void say(String text) {
      tx.on(MessageSql.class)
          .insert(
              new MessageSql.NewMessage(
                  EventId.create().value(),
                  sessionId,
                  "agent",
                  text,
                  null,
                  null,
                  null,
                  "delivered"));
    }

    /** Marks the queued messages delivered and answers them, oldest first. */
    public List<Message> deliver() {
      return tx.on(MessageSql.class).deliver(sessionId);
    }

    /** Books the cost of a model call. */
    public void book(BigDecimal acus) {
      tx.on(TransitionSql.class).book(sessionId, acus);
    }

    /** Row 8: it asked something, or ended its turn. With a message waiting it goes on working. */
    public void waiting() {
      rest(Detail.WAITING_FOR_USER);
    }

    /** Row 9: the task is done; {@code structuredOutput} is JSON that fits the schema, or null. */
    public void finished(@Nullable String structuredOutput) {
      if (structuredOutput != null) {
        tx.on(TransitionSql.class).structuredOutput(sessionId, structuredOutput);
      }
      rest(Detail.FINISHED);
    }

    private void rest(Detail detail) {
      var session = session();
      if (!session.queued()) {
        transitions.move(tx, session, Status.RUNNING, detail, false);
        tx.on(TransitionSql.class).startIdleClock(sessionId);
      }
    }

    /** Rows 18, 25: to sleep, with what went wrong if anything did. */
    public void suspend(Detail detail, @Nullable String code, @Nullable String message) {
      var session = session();
      tx.on(TransitionSql.class).error(sessionId, code, message);
      transitions.suspend(tx, session, detail, null);
    }

    /** Row 24: it failed for good. */
    public void fail(String code, String message) {
      var session = session();
      tx.on(TransitionSql.class).error(sessionId, code, message);
      transitions.end(tx, session, Status.ERROR);
      transitions.audit(
          tx,
          session,
          null,
          "terminate_session",
          Map.of("session_id", id(session).value(), "code", code));
    }

    private Session session() {
      return tx.on(SessionSql.class)
          .lock(sessionId)
          .filter(found -> found.status() == Status.RUNNING)
          .filter(found -> tenure.equals(new Tenure(found.epoch(), found.connection())))
          .orElseThrow(() -> new StaleException(sessionId, tenure));
    }
  }
}
