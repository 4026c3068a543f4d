package io.agentservice.server.agent.files;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows people the files of machines, whichever server their remotes are connected to. */
final class FileDesk {
  private static final Logger LOG = LoggerFactory.getLogger(FileDesk.class);

  /** Questions that one machine gets at a time. */
  private static final int AT_A_TIME = 2;

  private final LoadingCache<SessionId, Semaphore> turns =
      Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(AT_A_TIME));
  private final Gateway gateway;
  private final MachineFiles files;
  private final FileMail mail;

  FileDesk(Gateway gateway, MachineFiles files, FileMail mail) {
    this.gateway = gateway;
    this.files = files;
    this.mail = mail;
  }

  /** Waits, at the longest somewhat more than {@link FileQuestion#PATIENCE}. */
  FileAnswer ask(Session session, FileQuestion question) throws InterruptedException {
    var id = session.sessionId();
    var here = gateway.machine(id);
    if (here.isPresent()) {
      var answer = answer(id, here.get(), question);
      if (!answer.isAway()) {
        return answer;
      }
    }
    return session.standing().status() == Status.RUNNING ? mail.ask(id, question) : FileAnswer.AWAY;
  }

  /** Answers what other servers have asked of the machines here. */
  void answerMail() {
    var attached = gateway.attached();
    if (!attached.isEmpty()) {
      mail.take(attached)
          .forEach(
              letter -> Thread.ofVirtual().name("asked for files").start(() -> answer(letter)));
    }
  }

  private void answer(FileLetter letter) {
    FileAnswer answer;
    try {
      var machine = gateway.machine(letter.sessionId());
      answer =
          machine.isPresent()
              ? answer(letter.sessionId(), machine.get(), letter.question())
              : FileAnswer.AWAY;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    } catch (RuntimeException e) {
      LOG.warn("files of another server not shown session={}", letter.sessionId(), e);
      answer = FileAnswer.FAILED;
    }
    try {
      mail.answer(letter, answer);
    } catch (DatabaseUnavailableException e) { // who asked is told so by his own server
      LOG.debug("no answer about files session={}", letter.sessionId(), e);
    }
  }

  /** A few at a time, or who looks on would take the machine from the agent. */
  private FileAnswer answer(SessionId session, Machine machine, FileQuestion question)
      throws InterruptedException {
    var turn = turns.get(session);
    if (!turn.tryAcquire(FileQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      return FileAnswer.SLOW;
    }
    try {
      return timely(session, machine, question);
    } finally {
      turn.release();
    }
  }

  private FileAnswer timely(SessionId session, Machine machine, FileQuestion question)
      throws InterruptedException {
    var task = new FutureTask<>(Lane.carried(() -> files.answer(session, machine, question)));
    Thread.ofVirtual().name("files").start(task);
    try {
      return task.get(FileQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return FileAnswer.SLOW;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }
}
