package io.agentservice.server.agent.files;

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
final class FileMail {
  /** A server looks twice a second; what nobody has taken by now concerns nobody. */
  private static final Duration UNTAKEN = Duration.ofSeconds(3);

  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Letters that one look takes. */
  private static final int MOST = 16;

  private final Database database;

  FileMail(Database database) {
    this.database = database;
  }

  /** Waits for an answer. */
  FileAnswer ask(SessionId session, FileQuestion question) throws InterruptedException {
    var id = Id.create(EventId.class);
    database.with(FileMailSql.class, sql -> sql.ask(id, session, question.kind(), question.path()));
    try {
      return await(id, System.nanoTime());
    } finally {
      database.with(FileMailSql.class, sql -> sql.remove(id));
    }
  }

  private FileAnswer await(EventId id, long begun) throws InterruptedException {
    while (true) {
      var waited = Duration.ofNanos(System.nanoTime() - begun);
      var reply = database.with(FileMailSql.class, sql -> sql.reply(id)).orElse(null);
      if (reply == null || (!reply.taken() && waited.compareTo(UNTAKEN) > 0)) {
        return FileAnswer.AWAY;
      }
      if (reply.body() != null) {
        return new FileAnswer(reply.refusal(), reply.body());
      }
      if (waited.compareTo(FileQuestion.PATIENCE) > 0) {
        return FileAnswer.SLOW;
      }
      Thread.sleep(PAUSE);
    }
  }

  /** Takes questions about these sessions, whose machines are here. */
  List<FileLetter> take(List<SessionId> attached) {
    return database.with(
        FileMailSql.class, sql -> sql.take(attached, (int) UNTAKEN.toSeconds(), MOST));
  }

  void answer(FileLetter letter, FileAnswer answer) {
    database.with(
        FileMailSql.class, sql -> sql.answer(letter.questionId(), answer.refusal(), answer.body()));
  }

  /** Removes what a server that stopped has left. */
  void sweep() {
    database.with(FileMailSql.class, FileMailSql::sweep);
  }
}
