package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Remotes of before a capability go on working. */
class OlderRemoteTest {
  private static final ToServer.Hello BEFORE_SCRIPTS =
      new ToServer.Hello("4f0c1d2a9b33", "linux", "/srv", List.of("exec", "files"), List.of());

  @Test
  void aRemoteThatKnowsNoScriptsGetsThemAsAnArgument() throws Exception {
    try (var app = new TestGateway(TestGateway.SETTINGS)) {
      var remote = app.silentRemote(1);
      remote.say(BEFORE_SCRIPTS);
      remote.hear(ToRemote.Welcome.class);
      var machine = app.sessions.machine();
      var caller =
          Thread.ofVirtual().start(() -> machine.exec("cmd-1", "make test", 5000, (_, _) -> {}));

      var asked = remote.hear(ToRemote.Exec.class);
      remote.say(new ToServer.Started("cmd-1", 1));
      remote.exited("cmd-1", 0, 0);
      caller.join();

      assertThat(asked.script()).isNull();
      assertThat(asked.argv()).startsWith("sh", "-c").endsWith("sh", "make test");
    }
  }
}
