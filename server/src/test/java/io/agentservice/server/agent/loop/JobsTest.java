package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands in the background over the turns, loops and machines of a session. */
@Timeout(200)
class JobsTest extends LoopScene {
  private static final String SERVER =
      json(
          "command",
          "echo x >> runs; echo up; until [ -e go ]; do sleep 0.05; done; echo down; exit 4",
          "background",
          true,
          "name",
          "server");

  private String seenByTheModel() {
    return History.of(reader -> session.log().forEach(reader), (_, _) -> {}).messages().toString();
  }

  @Test
  void theEndOfAJobIsToldOnceWithTheNextResults() throws Exception {
    session.send("go");
    start(
        new Script()
            .call("bash", SERVER)
            .bash("touch go; sleep 1")
            .bash("true")
            .call("finish", json("summary", "ok")));

    session.await(LoopEvent.Finished.class);
    var ended = session.events(LoopEvent.JobEnded.class);
    assertThat(ended).hasSize(1);
    assertThat(ended.getFirst().exitCode()).isEqualTo(4);
    assertThat(ended.getFirst().tail()).isEqualTo("up\ndown\n");
    assertThat(seenByTheModel())
        .containsOnlyOnce("The job server has ended with exit code 4. Its last output:");
  }

  @Test
  void theEndOfAJobIsNoticedWhileTheAgentWaitsForAPerson() throws Exception {
    session.send("go");
    start(new Script().call("bash", SERVER).say("Look at it").say("Thanks"));
    session.await(LoopEvent.Waiting.class);

    Files.writeString(directory.resolve("go"), "");

    assertThat(session.await(LoopEvent.JobEnded.class).exitCode()).isEqualTo(4);
    session.send("well?");
    Await.until(() -> session.events(LoopEvent.ModelTurn.class).size() == 3);
  }

  @Test
  void aJobOutlivesTheConnectionAndTheLoop() throws Exception {
    session.send("go");
    var script = new Script().call("bash", SERVER).say("Look at it").say("Thanks");
    var first = start(script);
    session.await(LoopEvent.Waiting.class);
    first.cut();
    Files.writeString(directory.resolve("go"), "");

    loops.start(session.current(), machine.connect(), script.model());

    Await.until(() -> !session.events(LoopEvent.JobEnded.class).isEmpty());
    var ended = session.events(LoopEvent.JobEnded.class);
    assertThat(ended).extracting(LoopEvent.JobEnded::outcome).containsExactly("exited");
    assertThat(directory.resolve("runs")).hasContent("x");
    assertThat(machine.forgotten).doesNotContain(ended.getFirst().commandId());
  }

  @Test
  void whatOneCallHasStoppedTheNextStartsAnew() throws Exception {
    session.send("go");
    start(
        new Script()
            .call("bash", SERVER)
            .call("job_stop", json("job", "server"), "bash", SERVER)
            .say("ok"));

    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(2)).contains("as the job server");
    assertThat(session.events(LoopEvent.JobEnded.class)).hasSize(1);
  }

  @Test
  void aJobOfAMachineThatIsGoneIsToldAsLost() throws Exception {
    session.send("go");
    var script = new Script().call("bash", SERVER).say("Look at it").say("Thanks");
    var first = start(script);
    session.await(LoopEvent.Waiting.class);
    first.cut();
    machine.close();
    machine.dropJournal();

    start(script);

    Await.until(() -> !session.events(LoopEvent.JobEnded.class).isEmpty());
    assertThat(session.events(LoopEvent.JobEnded.class))
        .extracting(LoopEvent.JobEnded::outcome)
        .containsExactly("lost");
  }

  @Test
  void aJobThatWasBegunBeforeACrashIsTakenUp() throws Exception {
    session.send("go");
    var script = new Script().call("bash", SERVER).say("ok");
    var first = machine.connect();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            Thread.ofVirtual()
                .start(() -> {
                  Await.until(() -> Files.exists(directory.resolve("runs")));
                  first.cut();
                });
          }
        };
    new Loop(session.claim(), first, script.model(), Script.SETTINGS, LiveOutput.NONE).run();
    assertThat(session.events(LoopEvent.JobStarted.class)).isEmpty();

    loops.start(session.current(), machine.connect(), script.model());

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.JobStarted.class)).hasSize(1);
    assertThat(directory.resolve("runs")).hasContent("x");
    assertThat(machine.started).hasSize(1);
    assertThat(machine.forgotten).isEqualTo(List.of());
  }
}
