package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.session.StoreAwayException;
import io.agentservice.server.testing.LogsErrors;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of the service itself, and what is left of a session after them. */
@Timeout(200)
@LogsErrors({"tool failed", "loop failed"})
class LoopFailureTest extends LoopScene {
  @Test
  void aFailureOfTheServiceIsFollowedByAnotherTry() throws Exception {
    session.send("go");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.ToolIntent) {
            session.afterAppend = _ -> {};
            throw new IllegalStateException("as if the database had gone away");
          }
        };
    start(new Script().call("view", json("path", ".")).say("done"));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("done");
    assertThat(session.events(LoopEvent.ToolIntent.class)).hasSize(1);
    assertThat(session.events(LoopEvent.ModelTurn.class)).hasSize(2);
  }

  @Test
  void whatGoesWrongThreeTimesPutsTheSessionToSleepAndAMessageHasItTryAgain() throws Exception {
    session.send("go");
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.MachineAttached) {
            throw new IllegalStateException("a bug");
          }
        };
    start(new Script());
    assertThat(session.await(LoopEvent.Suspended.class).code()).isEqualTo("internal");
    assertThat(session.events(LoopEvent.MachineAttached.class)).hasSize(3);

    session.afterAppend = _ -> {};
    session.send("again");
    start(new Script().say("Here I am."));
    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("Here I am.");
  }

  @Test
  void aStoreThatIsAwayIsWaitedForAsLongAsItTakes() throws Exception {
    session.send("go");
    var left = new AtomicInteger(12);
    session.afterAppend =
        event -> {
          if (event instanceof LoopEvent.MachineAttached && left.getAndDecrement() > 0) {
            throw new StoreAwayException(new IllegalStateException("connection refused"));
          }
        };
    start(new Script().say("done"));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("done");
    assertThat(session.events(LoopEvent.Suspended.class)).isEmpty();
  }

  @Test
  void whateverAToolThrowsIsToldToTheModelWhichGoesOn() throws Exception {
    session.send("go");
    var connection = machine.connect();
    var failures =
        new ArrayDeque<Runnable>(
            List.of(
                () -> {
                  throw new IllegalStateException("a bug");
                },
                () -> {
                  throw new StackOverflowError("too deep");
                }));
    connection.beforeExec(() -> {
      var failure = failures.poll();
      if (failure != null) {
        failure.run();
      }
    });
    loops.start(
        session.claim(),
        connection,
        new Script().bash("true").bash("true").bash("echo ok").say("done").model());

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("done");
    assertThat(resultText(0)).startsWith("[internal error]");
    assertThat(resultText(1)).startsWith("[internal error]");
    assertThat(resultText(2)).startsWith("ok");
  }

  @Test
  void aSchemaOfBeforeSchemasWereCheckedGivesAnErrorAndNeverAHang() throws Exception {
    session.send("go");
    session.schema = Script.json("{\"properties\":{\"x\":{\"pattern\":\"^((a+)+)+\\\\2$\"}}}");
    start(
        new Script()
            .call("finish", finish("a".repeat(60_000) + "!"))
            .say("I can't hand over the result."));
    session.await(LoopEvent.Waiting.class);
    assertThat(resultText(0))
        .startsWith("structured_output can't be checked by this session's schema.");
  }

  @Test
  void anOutputThatWouldTakeABacktrackingPatternForeverIsRefusedAtOnce() throws Exception {
    session.send("go");
    session.schema = Script.json(json("properties", fields("x", fields("pattern", "^(a+)+$"))));
    start(
        new Script()
            .call("finish", finish("a".repeat(60_000) + "!"))
            .call("finish", finish("a".repeat(60_000))));
    session.await(LoopEvent.Finished.class);
    assertThat(resultText(0)).startsWith("structured_output is not valid against the schema:");
  }

  private static String finish(String x) {
    var input = Script.json(json("summary", "s"));
    input.putObject("structured_output").put("x", x);
    return input.toString();
  }
}
