package io.agentservice.server.engine.gateway.connection;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.connection.GitCredentials.Answer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what the git of one connection's machine asks, each question on a thread of its own: the
 * connection's reader must not wait for the database.
 */
public final class GitQuestions {
  private static final Logger LOG = LoggerFactory.getLogger(GitQuestions.class);

  /** At once; a remote asks for as many at most. */
  private static final int MOST = 16;

  private final SessionId session;
  private final long epoch;
  private final GitCredentials credentials;
  private final Semaphore places = new Semaphore(MOST);

  public GitQuestions(SessionId session, long epoch, GitCredentials credentials) {
    this.session = session;
    this.epoch = epoch;
    this.credentials = credentials;
  }

  /** Does not wait; {@code answers} is called from another thread, or at once. */
  void ask(ToServer.Credential question, Consumer<ToRemote.Credential> answers) {
    if (!places.tryAcquire()) {
      answers.accept(refusal(question, "Too many questions for credentials at once"));
      return;
    }
    Thread.ofVirtual()
        .name("git credential " + session)
        .start(() -> {
          try {
            answers.accept(answer(question));
          } finally {
            places.release();
          }
        });
  }

  private ToRemote.Credential answer(ToServer.Credential question) {
    try {
      return switch (credentials.credential(session, epoch, question.host(), question.path())) {
        case Answer.Granted granted ->
            new ToRemote.Credential(question.id(), granted.username(), granted.password(), null);
        case Answer.Refused refused -> refusal(question, refused.reason());
      };
    } catch (RuntimeException e) {
      LOG.warn("no credential for git session={} cause={}", session, e.toString());
      return refusal(question, "The service can't answer now; try again");
    }
  }

  private static ToRemote.Credential refusal(ToServer.Credential question, String reason) {
    return new ToRemote.Credential(question.id(), null, null, reason);
  }
}
