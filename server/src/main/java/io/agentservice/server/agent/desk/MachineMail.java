package io.agentservice.server.agent.desk;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.util.List;

/**
 * Questions for machines that are connected to another server, and their answers, in the database:
 * servers know nothing else of each other (ADR 22).
 */
final class MachineMail {
  /** A server looks twice a second; what nobody has taken by now concerns nobody. */
  private static final Duration UNTAKEN = Duration.ofSeconds(3);

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Letters that one look takes. */
  private static final int MOST = 16;

  private final Database database;

  MachineMail(Database database) {
    this.database = database;
  }

  /** Waits for an answer. */
  MachineAnswer ask(SessionId session, MachineQuestion question) throws InterruptedException {
    var id = Id.create(EventId.class);
    database.with(
        MachineMailSql.class, sql -> sql.ask(id, session, question.kind(), question.about()));
    try {
      return await(id, System.nanoTime());
    } finally {
      database.with(MachineMailSql.class, sql -> sql.remove(id));
    }
  }

  private MachineAnswer await(EventId id, long begun) throws InterruptedException {
    while (true) {
      var waited = Duration.ofNanos(System.nanoTime() - begun);
      var reply = database.with(MachineMailSql.class, sql -> sql.reply(id)).orElse(null);
      if (reply == null || (!reply.taken() && waited.compareTo(UNTAKEN) > 0)) {
        return MachineAnswer.AWAY;
      }
      if (reply.body() != null) {
        return new MachineAnswer(reply.refusal(), reply.body());
      }
      if (waited.compareTo(MachineQuestion.PATIENCE) > 0) {
        return MachineAnswer.SLOW;
      }
      Thread.sleep(PAUSE);
    }
  }

  /** Takes questions about these sessions, whose machines are here. */
  List<MachineLetter> take(List<SessionId> attached) {
    return database.with(
        MachineMailSql.class, sql -> sql.take(attached, (int) UNTAKEN.toSeconds(), MOST));
  }

  void answer(MachineLetter letter, MachineAnswer answer) {
    database.with(
        MachineMailSql.class,
        sql -> sql.answer(letter.questionId(), answer.refusal(), answer.body()));
  }

  /** Removes what a server that stopped has left. */
  void sweep() {
    database.with(MachineMailSql.class, MachineMailSql::sweep);
  }
}
