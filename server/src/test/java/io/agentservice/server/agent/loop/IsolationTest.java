package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a machine says of the walls around a session. */
class IsolationTest extends LoopScene {
  private static final Trial WRITES = new Trial("write the working directory", true, true);

  @Test
  void whatTheMachineHasTriedIsInTheLogAndTheSessionIsServed() throws Exception {
    machine.isolation =
        new ToServer.Isolation(
            "bwrap", null, List.of(new Trial("write /usr", false, false), WRITES));
    session.send("go");
    start(new Script().call("bash", json("command", "true")).say("done"));

    assertThat(session.await(LoopEvent.Waiting.class).message()).isEqualTo("done");
    assertThat(session.events(LoopEvent.Isolation.class))
        .singleElement()
        .satisfies(isolation -> {
          assertThat(isolation.by()).isEqualTo("bwrap");
          assertThat(isolation.trials()).hasSize(2).contains(WRITES);
        });
  }

  @Test
  void whereWallsDoNotHoldNothingIsRun() throws Exception {
    machine.isolation =
        new ToServer.Isolation(
            "bwrap", null, List.of(new Trial("write /usr", false, true), WRITES));
    session.send("go");
    start(new Script().call("bash", json("command", "touch ran")).say("done"));

    var suspended = session.await(LoopEvent.Suspended.class);
    assertThat(suspended.code()).isEqualTo("isolation_failed");
    assertThat(suspended.reason()).contains("it could write /usr").doesNotContain("directory");
    assertThat(session.events(LoopEvent.ModelTurn.class)).isEmpty();
    assertThat(directory.resolve("ran")).doesNotExist();
  }

  @Test
  void whereThereAreNoneTheReasonIsInTheLog() throws Exception {
    machine.isolation = new ToServer.Isolation("none", "no bubblewrap", List.of());
    session.send("go");
    start(new Script().say("done"));

    session.await(LoopEvent.Waiting.class);
    assertThat(session.events(LoopEvent.Isolation.class))
        .containsExactly(new LoopEvent.Isolation("none", "no bubblewrap", List.of()));
  }
}
