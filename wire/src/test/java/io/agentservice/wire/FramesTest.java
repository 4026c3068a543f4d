package io.agentservice.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FramesTest {
  @Test
  void commandKeepsItsFieldsOverTheWire() {
    var exec =
        new ToRemote.Exec(
            "cmd-1",
            7,
            List.of("bash", "-c", "true"),
            null,
            Map.of("A", "b"),
            1000,
            0,
            new ToRemote.PtySize(24, 80));
    assertThat(Frames.readToRemote(Frames.write(exec))).isEqualTo(exec);
  }

  @Test
  void outcomeKeepsItsFieldsOverTheWire() {
    var exited = new ToServer.Exited("cmd-1", ToServer.Outcome.TIMED_OUT, null, 12, 3, false);
    assertThat(Frames.readToServer(Frames.write(exited))).isEqualTo(exited);
  }
}
