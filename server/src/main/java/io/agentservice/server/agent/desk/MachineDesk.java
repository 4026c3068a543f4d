package io.agentservice.server.agent.desk;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows people what is on machines, whichever server their remotes are connected to. */
public final class MachineDesk {
  private static final Logger LOG = LoggerFactory.getLogger(MachineDesk.class);

  /** Questions that one machine gets at a time. */
  private static final int AT_A_TIME = 2;

  private final LoadingCache<SessionId, Semaphore> turns =
      Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(AT_A_TIME));
  private final Gateway gateway;
  private final Map<Kind, MachineAnswers> answers;
  private final MachineMail mail;

  MachineDesk(Gateway gateway, MachineMail mail, Map<Kind, MachineAnswers> answers) {
    this.gateway = gateway;
    this.mail = mail;
    this.answers = Map.copyOf(answers);
  }

  /** Waits, at the longest somewhat more than {@link MachineQuestion#PATIENCE}. */
  public MachineAnswer ask(Session session, MachineQuestion question) throws InterruptedException {
    var id = session.sessionId();
    var here = gateway.machine(id);
    if (here.isPresent()) {
      var answer = answer(id, here.get(), question);
      if (!answer.isAway()) {
        return answer;
      }
    }
    return session.standing().status() == Status.RUNNING
        ? mail.ask(id, question)
        : MachineAnswer.AWAY;
  }

  /** Answers what other servers have asked of the machines here. */
  void answerMail() {
    var attached = gateway.attached();
    if (!attached.isEmpty()) {
      mail.take(attached)
          .forEach(
              letter -> Thread.ofVirtual().name("asked of machines").start(() -> answer(letter)));
    }
  }

  private void answer(MachineLetter letter) {
    MachineAnswer answer;
    try {
      var machine = gateway.machine(letter.sessionId());
      answer =
          machine.isPresent()
              ? answer(letter.sessionId(), machine.get(), letter.question())
              : MachineAnswer.AWAY;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    } catch (RuntimeException e) {
      LOG.warn("machine of another server not shown session={}", letter.sessionId(), e);
      answer = MachineAnswer.FAILED;
    }
    try {
      mail.answer(letter, answer);
    } catch (DatabaseUnavailableException e) { // who asked is told so by his own server
      LOG.debug("no answer about a machine session={}", letter.sessionId(), e);
    }
  }

  /** A few at a time, or who looks on would take the machine from the agent. */
  private MachineAnswer answer(SessionId session, Machine machine, MachineQuestion question)
      throws InterruptedException {
    var turn = turns.get(session);
    if (!turn.tryAcquire(MachineQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      return MachineAnswer.SLOW;
    }
    try {
      return timely(session, machine, question);
    } finally {
      turn.release();
    }
  }

  private MachineAnswers answers(MachineQuestion question) {
    return Objects.requireNonNull(answers.get(question.kind()));
  }

  private MachineAnswer timely(SessionId session, Machine machine, MachineQuestion question)
      throws InterruptedException {
    var task =
        new FutureTask<>(Lane.carried(() -> answers(question).answer(session, machine, question)));
    Thread.ofVirtual().name("machine").start(task);
    try {
      return task.get(MachineQuestion.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return MachineAnswer.SLOW;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }
}
