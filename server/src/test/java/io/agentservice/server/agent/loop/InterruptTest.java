package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.history.History;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person has the agent stop what it does. */
@Timeout(200)
class InterruptTest extends LoopScene {
  private void interrupt() {
    session.interrupt();
    loops.interrupt(session.id());
  }

  private String seenByTheModel() {
    return History.of(reader -> session.log().forEach(reader), (_, _) -> {}).messages().toString();
  }

  private void awaitRunning(String file) {
    Await.until(() -> Files.exists(directory.resolve(file)));
  }

  @Test
  void aCallOfTheModelIsCutOffAndCounted() throws Exception {
    session.send("go");
    start(new Script().sayFor(Duration.ofSeconds(30), "too late").say("And now?"));
    Await.until(() -> !session.reserved.isEmpty());

    interrupt();

    session.await(LoopEvent.Interrupted.class);
    var cut = session.events(LoopEvent.ModelInterrupted.class);
    assertThat(cut).hasSize(1);
    assertThat(cut.getFirst().usage().inputTokens()).isPositive();
    assertThat(cut.getFirst().dollars()).isPositive();
    assertThat(session.events(LoopEvent.ModelTurn.class)).isEmpty();
  }

  @Test
  void aCommandIsStoppedAndWhatItHasWrittenStays() throws Exception {
    session.send("go");
    start(
        new Script()
            .call(
                "bash",
                json("command", "echo begun; touch runs; exec sleep 300"),
                "bash",
                json("command", "touch never"))
            .say("What shall I do instead?"));
    awaitRunning("runs");

    interrupt();

    session.await(LoopEvent.Interrupted.class);
    var results = session.events(LoopEvent.ToolResult.class);
    assertThat(results).hasSize(2);
    assertThat(results.getFirst().content())
        .containsExactly(
            new Part.Text("begun\n[killed]"), new Part.Text("[interrupted by the user]"));
    assertThat(resultText(1)).isEqualTo("[not run: the user has ended the turn]");
    assertThat(directory.resolve("never")).doesNotExist();
    assertThat(seenByTheModel()).containsOnlyOnce("The user has interrupted you here.");

    session.send("something else");
    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void aMessageThatComesWithItIsGoneOnWith() throws Exception {
    session.send("go");
    start(new Script().bash("touch runs; exec sleep 300").say("I do that instead."));
    awaitRunning("runs");

    session.send("something else");
    interrupt();

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("I do that instead.");
    assertThat(session.events(LoopEvent.Interrupted.class)).hasSize(1);
  }

  @Test
  void aWaitEnds() throws Exception {
    session.send("go");
    start(new Script().call("wait", json("seconds", 3000)).say("ok"));
    Await.until(() -> !session.events(LoopEvent.ToolIntent.class).isEmpty());

    interrupt();

    session.await(LoopEvent.Interrupted.class);
    assertThat(resultText(0)).isEqualTo("[interrupted by the user]");
  }

  @Test
  void aJobRunsOn() throws Exception {
    session.send("go");
    start(
        new Script()
            .call("bash", json("command", "touch job; exec sleep 300", "background", true))
            .bash("touch runs; exec sleep 300")
            .say("ok"));
    awaitRunning("runs");

    interrupt();

    session.await(LoopEvent.Interrupted.class);
    assertThat(session.events(LoopEvent.JobEnded.class)).isEmpty();
  }

  @Test
  void anInterruptionOfBeforeACrashStopsTheCommandThatRunsOn() throws Exception {
    session.send("go");
    var script = new Script().bash("echo begun; touch runs; exec sleep 300").say("ok");
    var first = start(script);
    awaitRunning("runs");
    first.cut();
    session.interrupt();

    loops.start(session.current(), machine.connect(), script.model());

    session.await(LoopEvent.Interrupted.class);
    assertThat(resultText(0)).isEqualTo("begun\n[killed]");
  }

  @Test
  void anAgentThatRestsIsNotInterrupted() throws Exception {
    session.send("go");
    start(new Script().say("What now?").say("ok"));
    session.await(LoopEvent.Waiting.class);

    interrupt();
    session.send("this");

    Await.until(() -> session.events(LoopEvent.ModelTurn.class).size() == 2);
    assertThat(session.events(LoopEvent.Interrupted.class)).isEmpty();
  }
}
