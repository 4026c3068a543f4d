package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Stop;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.Loop.ExitReason;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.testing.Await;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(200)
class LoopTest extends LoopScene {
  private List<String> types() {
    return session.events().stream().map(LoopEvents::type).toList();
  }

  @Test
  void worksUntilTheModelFinishes() throws Exception {
    session.send("make a file");
    start(
        new Script()
            .bash("echo hello > a.txt; cat a.txt")
            .call("finish", json("summary", "made it")));

    assertThat(session.await(LoopEvent.Finished.class).summary()).isEqualTo("made it");
    assertThat(directory.resolve("a.txt")).hasContent("hello");
    assertThat(resultText(0)).isEqualTo("hello\n[exit code 0]");
    assertThat(types())
        .containsExactly(
            "machine_attached",
            "user_message",
            "model_turn",
            "tool_intent",
            "tool_result",
            "model_turn",
            "tool_intent",
            "tool_result",
            "finished");
    assertThat(machine.forgotten)
        .containsExactly(session.events(LoopEvent.ToolIntent.class).getFirst().commandId());
  }

  @Test
  void aTurnWithoutCallsWaitsForAPersonAndTheirMessageContinues() throws Exception {
    session.send("hi");
    start(new Script().say("What shall I do?").say("Thanks."));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("What shall I do?");
    session.send("nothing");
    Await.until(() -> session.events(LoopEvent.ModelTurn.class).size() >= 2);
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Thanks.");
  }

  @Test
  void aMessageThatComesInMidTurnIsDeliveredBeforeTheNextModelCall() throws Exception {
    session.send("first");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            session.send("second");
          }
        };
    start(new Script().bash("true").say("done"));

    session.await(LoopEvent.Waiting.class);
    assertThat(types())
        .containsSubsequence("tool_intent", "tool_result", "user_message", "model_turn");
  }

  @Test
  void everyTurnIsReservedAndBooked() throws Exception {
    session.send("go");
    start(new Script().say("done"));

    session.await(LoopEvent.Waiting.class);
    var turn = session.events(LoopEvent.ModelTurn.class).getFirst();
    assertThat(turn.dollars()).isEqualByComparingTo(new BigDecimal("0.0045"));
    assertThat(session.reserved).hasSize(1);
    assertThat(session.reserved.getFirst()).isGreaterThan(turn.dollars());
  }

  @Test
  void aLimitEndsTheRunWithoutAnotherCall() throws Exception {
    session.send("go");
    session.limit = new LoopEvent.LimitReached("usage_limit_exceeded", "10 ACU are used up");

    var run =
        new Loop(
            session.claim(),
            machine.connect(),
            new Script().say("never").model(),
            Script.SETTINGS,
            LiveOutput.NONE);

    assertThat(run.run()).isEqualTo(ExitReason.ENDED);
    assertThat(types()).containsExactly("machine_attached", "user_message", "limit_reached");
  }

  @Test
  void whatTheModelGetsWrongComesBackAsAClearError() throws Exception {
    session.send("go");
    start(
        new Script()
            .call(
                "fly",
                "{}",
                "bash",
                "{}",
                "bash",
                "{\"command\": 5}",
                "bash",
                json("command", "true", "timeout_seconds", 0))
            .say("sorry"));

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.ToolResult.class)).allMatch(LoopEvent.ToolResult::error);
    assertThat(resultText(0)).startsWith("There is no tool fly; the tools are [bash,");
    assertThat(resultText(1)).isEqualTo("The input needs command, a text; it is missing.");
    assertThat(resultText(2)).isEqualTo("command must be a text, not the number 5.");
    assertThat(resultText(3)).isEqualTo("timeout_seconds must be from 1 to 3600, not 0.");
    assertThat(session.events(LoopEvent.ToolIntent.class)).isEmpty();
  }

  @Test
  void callsAfterAQuestionAreNotRun() throws Exception {
    session.send("go");
    start(
        new Script().call("ask", json("question", "Red?"), "bash", json("command", "touch never")));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Red?");
    assertThat(resultText(1)).isEqualTo("[not run: ask has ended the turn]");
    assertThat(directory.resolve("never")).doesNotExist();
  }

  /** Item 44. */
  @Test
  void outputThatViolatesTheSchemaIsNeverStored() throws Exception {
    session.schema =
        Script.json(
            """
            {"type": "object", "properties": {"n": {"$ref": "#/definitions/count"}}, "required": ["n"],
             "definitions": {"count": {"type": "integer"}}}
            """);
    session.send("count");
    start(
        new Script()
            .call("finish", json("summary", "s", "structured_output", fields("n", "x")))
            .call("finish", json("summary", "s"))
            .call("finish", json("summary", "s", "structured_output", fields("n", 3))));

    var finished = session.await(LoopEvent.Finished.class);
    assertThat(finished.structuredOutput()).isEqualTo(Script.json("{\"n\": 3}"));
    assertThat(resultText(0)).contains("not valid").contains("/n").contains("integer");
    assertThat(resultText(1)).contains("structured_output");
    assertThat(session.events(LoopEvent.Finished.class)).hasSize(1);
  }

  @Test
  void outputIsNotedWhileTheAgentWorksAndMustFit() throws Exception {
    session.schema = Script.json(json("type", "object"));
    session.send("count");
    start(
        new Script()
            .call("structured_output", "{\"structured_output\": [1]}")
            .call("structured_output", "{}")
            .call("structured_output", json("structured_output", fields("n", 1)))
            .call("finish", json("summary", "s", "structured_output", fields("n", 3))));

    session.await(LoopEvent.Finished.class);
    assertThat(session.events(LoopEvent.OutputNoted.class))
        .extracting(LoopEvent.OutputNoted::output)
        .containsExactly(Script.json("{\"n\": 1}"));
    assertThat(resultText(0)).contains("not valid").contains("object");
    assertThat(resultText(1)).contains("it is missing");
    assertThat(resultText(2)).isEqualTo("Noted.");
  }

  @Test
  void aMessageToolSpeaksAndGoesOn() throws Exception {
    session.send("go");
    start(new Script().call("message", json("text", "half way")).say("done"));

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.AgentMessage.class))
        .containsExactly(new LoopEvent.AgentMessage("replay-1-1", "half way"));
  }

  @Test
  void anAnswerThatIsCutOffIsNudgedOn() throws Exception {
    session.send("go");
    start(new Script().stopped("and th", Stop.MAX_TOKENS).say("done"));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("done");
    assertThat(session.events(LoopEvent.Nudge.class)).hasSize(1);
  }

  @Test
  void aModelThatDeclinesFailsTheSession() throws Exception {
    session.send("go");
    start(new Script().stopped("no", Stop.REFUSED));

    assertThat(session.await(LoopEvent.Failure.class).code()).isEqualTo("model_refused");
  }

  @Test
  void secretsAreMaskedInOutputAndBeforeTheModelSeesThem() throws Exception {
    Files.writeString(directory.resolve("s.txt"), "k=hunter2-hunter2\n");
    session.redactor = Redactor.of(Map.of("TOKEN", "hunter2-hunter2"));
    session.send("go");
    start(
        new Script()
            .bash("printf hunter2-; cut -c 11- s.txt; tr -d '\\n' < s.txt | base64")
            .call("view", json("path", "s.txt"))
            .say("it is hunter2-hunter2"));

    session.await(LoopEvent.Waiting.class);
    assertThat(session.log()).noneMatch(line -> line.data().contains("hunter2-hunter2"));
    assertThat(resultText(0)).isEqualTo("[secret:TOKEN]\naz1[secret:TOKEN]I=\n[exit code 0]");
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("it is [secret:TOKEN]");
  }

  @Test
  void secretsAreMaskedInWhatTheBrowserShowsAndAnEditAnswers() throws Exception {
    session.redactor = Redactor.of(Map.of("TOKEN", "hunter2-hunter2"));
    machine.browser(request ->
        request.action() == ToRemote.BrowserAction.READ
            ? new ToServer.Browsed(
                request.id(), "http://x/?k=hunter2-hunter2", "", "hunter2-hunter2", List.of(), null)
            : new ToServer.Failed(request.id(), "failed", "no key hunter2-hunter2 there"));
    Files.createDirectory(directory.resolve("d"));
    session.send("go");
    start(
        new Script()
            .call("browser", json("action", "read"))
            .call("browser", json("action", "back"))
            .say("done"));

    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).contains("k=[secret:TOKEN]", "\n[secret:TOKEN]");
    assertThat(resultText(1)).isEqualTo("no key [secret:TOKEN] there.");
    assertThat(session.log()).noneMatch(line -> line.data().contains("hunter2-hunter2"));
  }

  @Test
  void stopDoesNotInterruptALoopThatReadsItsSession() throws Exception {
    var reading = new CountDownLatch(1);
    var interrupted = new AtomicBoolean();
    session.whileReading =
        () -> {
          reading.countDown();
          // As long as stopping takes: the loop is let go only after the read.
          for (long end = System.nanoTime() + 200_000_000; System.nanoTime() < end; ) {
            interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
            LockSupport.parkNanos(1_000_000);
          }
        };
    start(new Script());
    reading.await();

    loops.stop(session.id());

    assertThat(loops.sessions()).isEmpty();
    assertThat(interrupted).isFalse();
  }

  @Test
  void stopEndsALoopThatWaitsForItsModel() throws Exception {
    session.send("go");
    start(new Script().sayFor(Duration.ofMinutes(10), "slow"));
    session.await(LoopEvent.UserMessage.class);

    loops.stop(session.id());

    assertThat(loops.sessions()).isEmpty();
    assertThat(session.events(LoopEvent.TurnEnd.class)).isEmpty();
  }

  @Test
  void aNewConnectionTakesTheLoopOver() throws Exception {
    session.send("go");
    var script =
        new Script()
            .bash("touch on; while [ ! -e go ]; do sleep 0.05; done; echo went")
            .say("done");
    start(script);
    Await.until(() -> Files.exists(directory.resolve("on")));

    start(script);
    session.await(LoopEvent.MachineAttached.class);
    Files.writeString(directory.resolve("go"), "");

    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0)).isEqualTo("went\n[exit code 0]");
    assertThat(machine.started).hasSize(1);
  }

  @Test
  void aLoopOfAnEarlierEpochWritesNothing() {
    session.send("go");
    var stale = session.claim();
    session.claim();

    var loop =
        new Loop(
            stale,
            machine.connect(),
            new Script().say("x").model(),
            Script.SETTINGS,
            LiveOutput.NONE);

    assertThat(loop.run()).isEqualTo(ExitReason.SUPERSEDED);
    assertThat(session.events()).isEmpty();
  }
}
