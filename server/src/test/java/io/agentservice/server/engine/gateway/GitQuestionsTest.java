package io.agentservice.server.engine.gateway;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.gateway.connection.GitCredentials;
import io.agentservice.server.engine.gateway.connection.GitCredentials.Answer;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GitQuestionsTest {
  private final TestGateway app = new TestGateway(TestGateway.SETTINGS);

  /** Answers with what it was asked; holds all answers back until the test lets it go. */
  private static final class Scripted implements GitCredentials {
    private final CountDownLatch answering = new CountDownLatch(1);

    @Override
    public List<String> hosts(SessionId session) {
      return List.of("github.com");
    }

    @Override
    public Answer credential(SessionId session, long epoch, String host, String path) {
      try {
        answering.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return switch (path) {
        case "away" -> throw new DatabaseUnavailableException("gone");
        case "refused" -> new Answer.Refused("no permission covers it");
        default -> new Answer.Granted("agent", "%s %d %s/%s".formatted(session, epoch, host, path));
      };
    }
  }

  private final Scripted git = new Scripted();
  private Peer remote;

  @BeforeEach
  void connect() throws Exception {
    app.git = git;
    remote = Peer.connect(app.client, app.address(session()), ScriptedSessions.token(session(), 7));
    remote.say(Peer.HELLO);
    assertThat(remote.hear(ToRemote.Welcome.class).gitHosts()).containsExactly("github.com");
  }

  @AfterEach
  void stop() {
    git.answering.countDown();
    app.close();
  }

  private static SessionId session() {
    return ScriptedSessions.SESSION;
  }

  private void ask(String id, String path) {
    remote.say(new ToServer.Credential(id, "github.com", path));
  }

  @Test
  void aCredentialIsMadeForTheSessionAndEpochOfTheConnection() throws Exception {
    git.answering.countDown();

    ask("git-1", "o/r.git");

    var granted = "%s 7 github.com/o/r.git".formatted(session());
    assertThat(remote.hear(ToRemote.Credential.class))
        .isEqualTo(new ToRemote.Credential("git-1", "agent", granted, null));
  }

  @Test
  void aRefusalSaysWhyAndAnOutageToTryAgain() throws Exception {
    git.answering.countDown();

    ask("git-1", "refused");
    assertThat(remote.hear(ToRemote.Credential.class))
        .isEqualTo(new ToRemote.Credential("git-1", null, null, "no permission covers it"));

    ask("git-2", "away");
    var away = remote.hear(ToRemote.Credential.class);
    assertThat(away.password()).isNull();
    assertThat(away.reason()).contains("try again");
  }

  @Test
  void aQuestionThatWaitsHoldsUpNothingElseAndMoreThanSixteenAreRefused() throws Exception {
    IntStream.rangeClosed(1, 17).forEach(i -> ask("git-" + i, "o/r"));

    var refused = remote.hear(ToRemote.Credential.class);
    assertThat(refused.id()).isEqualTo("git-17");
    assertThat(refused.reason()).contains("Too many");
    remote.sayText(json("type", "credential", "id", "git-18")); // names no repository: no question
    git.answering.countDown();

    for (int i = 0; i < 16; i++) {
      assertThat(remote.hear(ToRemote.Credential.class).password()).isNotNull();
    }
  }
}
