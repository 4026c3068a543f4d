package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.Loop.ExitReason;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.testing.Await;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loops that end at the worst places, and what the next one makes of it. */
@Timeout(200)
class LoopRecoveryTest extends LoopScene {
  private static final String COUNT = "echo run >> runs.txt; ";

  @BeforeEach
  void send() {
    session.send("go");
  }

  private ExitReason run(LoopSession claim, LocalMachine.Connection connection, Script script) {
    return new Loop(claim, connection, script.model(), Script.SETTINGS, LiveOutput.NONE).run();
  }

  /** Runs until the agent waits, then takes the connection away. */
  private void runOn(LoopSession claim, Script script) {
    var connection = machine.connect();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.TurnEnd) {
            connection.cut();
          }
        };
    run(claim, connection, script);
  }

  private String result() {
    var results = session.events(LoopEvent.ToolResult.class);
    assertThat(results).hasSize(1);
    return ((Part.Text) results.getFirst().content().getFirst()).text();
  }

  @Test
  void aCommandThatFinishedWhileNobodyWatchedIsTakenFromTheJournal() throws Exception {
    var script =
        new Script().bash(COUNT + "until [ -e go ]; do sleep 0.05; done; echo out").say("ok");
    var first = machine.connect();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            Thread.ofVirtual().start(() -> cutWhenRunning(first));
          }
        };
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);
    Files.writeString(directory.resolve("go"), "");

    runOn(session.current(), script);

    assertThat(result()).isEqualTo("out\n[exit code 0]");
    assertThat(directory.resolve("runs.txt")).hasContent("run");
    assertThat(session.events(LoopEvent.MachineAttached.class).getLast().resumed()).isFalse();
  }

  private void cutWhenRunning(LocalMachine.Connection connection) {
    Await.until(() -> Files.exists(directory.resolve("runs.txt")));
    connection.cut();
  }

  @Test
  void aCommandThatANewMachineDoesNotKnowHasAnUnknownOutcomeAndIsNotRunAgain() {
    var script = new Script().bash(COUNT).say("ok");
    var first = machine.connect();
    first.beforeExec(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);
    machine.dropJournal();

    runOn(session.claim(), script);

    assertThat(result()).startsWith("[outcome unknown]");
    assertThat(directory.resolve("runs.txt")).doesNotExist();
    assertThat(session.events(LoopEvent.MachineAttached.class).getLast().resumed()).isTrue();
  }

  @Test
  void aCommandThatWasNeverHandedOverIsRunOnceTheSameRemoteIsThereAgain() {
    var script = new Script().bash(COUNT + "echo out").say("ok");
    var first = machine.connect();
    first.beforeExec(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(1);

    runOn(session.current(), script);

    assertThat(result()).isEqualTo("out\n[exit code 0]");
    assertThat(directory.resolve("runs.txt")).hasContent("run");
  }

  @Test
  void aCommandThatWasNeverHandedOverIsNotBegunAfterAPersonHasInterruptedIt() {
    var script = new Script().bash(COUNT).say("ok");
    var first = machine.connect();
    first.beforeExec(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);
    session.interrupt();

    runOn(session.current(), script);

    assertThat(session.events(LoopEvent.Interrupted.class)).hasSize(1);
    assertThat(directory.resolve("runs.txt")).doesNotExist();
  }

  @Test
  void aJobThatWasNeverHandedOverIsBegunOnceTheSameRemoteIsThereAgain() {
    var script =
        new Script()
            .call("bash", json("command", COUNT + "sleep 300", "background", true))
            .say("ok");
    var first = machine.connect();
    first.beforeExec(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);

    runOn(session.current(), script);

    assertThat(result()).contains("runs in the background as the job job-1");
    assertThat(directory.resolve("runs.txt")).hasContent("run");
  }

  @Test
  void ofARemoteThatDoesNotNameItsInstanceNobodyKnowsWhetherItIsTheSame() {
    machine.instance = null;
    var script = new Script().bash(COUNT).say("ok");
    var first = machine.connect();
    first.beforeExec(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);

    runOn(session.current(), script);

    assertThat(result()).startsWith("[outcome unknown]");
    assertThat(directory.resolve("runs.txt")).doesNotExist();
  }

  @Test
  void aCallThatWasNotBegunIsRunByTheNextLoop() {
    var script = new Script().bash(COUNT).say("ok");
    var first = machine.connect();
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ModelTurn) {
            throw new StaleEpochException("as if the node had died here");
          }
        };
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.SUPERSEDED);

    runOn(session.claim(), script);

    assertThat(result()).isEqualTo("[exit code 0]");
    assertThat(directory.resolve("runs.txt")).hasContent("run");
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void aResultThatIsInTheLogIsForgottenByTheMachineLater() {
    var script = new Script().bash(COUNT).say("ok");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolResult) {
            throw new StaleEpochException("as if the node had died here");
          }
        };
    run(session.claim(), machine.connect(), script);
    assertThat(machine.forgotten).isEmpty();

    runOn(session.current(), script);

    assertThat(machine.forgotten)
        .containsExactly(session.events(LoopEvent.ToolIntent.class).getFirst().commandId());
    assertThat(session.events(LoopEvent.ToolResult.class)).hasSize(1);
  }

  @Test
  void anEditThatTookEffectBeforeTheCrashIsNotAppliedTwice() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "one\n");
    var script =
        new Script()
            .call("edit", json("path", "a.txt", "old_text", "one", "new_text", "one one"))
            .say("ok");
    var first = machine.connect();
    first.afterWrite(first::cut);
    assertThat(run(session.claim(), first, script)).isEqualTo(ExitReason.MACHINE_LOST);

    runOn(session.claim(), script);

    assertThat(result()).isEqualTo("Edited a.txt (it was already applied).");
    assertThat(directory.resolve("a.txt")).hasContent("one one");
  }

  @Test
  void anEditThatDidNotTakeEffectIsAppliedByTheNextLoop() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "one\n");
    var script =
        new Script()
            .call("edit", json("path", "a.txt", "old_text", "one", "new_text", "two"))
            .say("ok");
    var first = machine.connect();
    first.beforeWrite(first::cut);
    run(session.claim(), first, script);

    runOn(session.claim(), script);

    assertThat(result()).isEqualTo("Edited a.txt, line 1.");
    assertThat(directory.resolve("a.txt")).hasContent("two");
  }

  @Test
  void anEditOfAFileThatChangedSinceHasAnUnknownOutcome() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "one\n");
    var script =
        new Script()
            .call("edit", json("path", "a.txt", "old_text", "one", "new_text", "two"))
            .say("ok");
    var first = machine.connect();
    first.beforeWrite(first::cut);
    run(session.claim(), first, script);
    Files.writeString(directory.resolve("a.txt"), "something else one\n");

    runOn(session.claim(), script);

    assertThat(result()).startsWith("[outcome unknown]");
    assertThat(directory.resolve("a.txt")).hasContent("something else one");
  }

  @Test
  void aLogThatCanNotBeReadFailsTheSessionLoudly() {
    session.corrupt();

    assertThat(run(session.claim(), machine.connect(), new Script())).isEqualTo(ExitReason.ENDED);
    assertThat(session.events(LoopEvent.Failure.class).getLast().code()).isEqualTo("state_lost");
  }
}
