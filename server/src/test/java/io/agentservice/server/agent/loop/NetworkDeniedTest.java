package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.wire.frames.ToServer;
import org.junit.jupiter.api.Test;

/** What a machine says of connections that the network policy has refused. */
class NetworkDeniedTest extends LoopScene {
  @Test
  void theCallDuringWhichItHappenedTellsTheModelAndTheLogHasIt() throws Exception {
    machine.denied.add(new ToServer.Denied("example.com", 443, "it does not allow this name", 3));
    session.send("go");
    start(
        new Script()
            .call("bash", json("command", "echo first"))
            .call("bash", json("command", "echo second"))
            .say("done"));

    session.await(LoopEvent.Waiting.class);
    var results = session.events(LoopEvent.ToolResult.class);
    assertThat(results.getFirst().content().getLast())
        .isEqualTo(
            new Part.Text(
                "network: connection to example.com:443 was refused by the session's network"
                    + " policy: it does not allow this name"));
    assertThat(results.get(1).content().toString()).doesNotContain("network");
    assertThat(session.events(LoopEvent.NetworkDenied.class))
        .containsExactly(
            new LoopEvent.NetworkDenied("example.com", 443, "it does not allow this name", 3));
  }
}
