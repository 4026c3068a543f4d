package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of a remote about its desktop. */
class RemoteDesktopTest {
  private static final int HALF = 64 << 10;

  private final TestGateway app = new TestGateway(TestGateway.SETTINGS);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final CountDownLatch started = new CountDownLatch(1);
  private Peer remote;
  private Machine machine;
  private Future<ToServer> ended;
  private int channel;

  @BeforeEach
  void look() throws Exception {
    remote = app.remote(1);
    machine = app.sessions.machine();
    ended =
        callers.submit(() ->
            machine.desktop("d-1", started::countDown, (_, bytes) -> shown.writeBytes(bytes)));
    channel = remote.hear(ToRemote.Desktop.class).channel();
    remote.say(new ToServer.Started("d-1", 0));
    assertThat(started.await(120, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void stop() {
    app.close();
    callers.shutdownNow();
  }

  @Test
  void theDesktopIsShownUntilItsEnd() throws Exception {
    remote.output(channel, 0, "RFB 003.008\n");
    machine.input("d-1", "RFB".getBytes(StandardCharsets.UTF_8), true);
    assertThat(remote.hear(ToRemote.Input.class))
        .isEqualTo(new ToRemote.Input("d-1", "UkZC", true));
    remote.say(new ToServer.Exited("d-1", ToServer.Outcome.EXITED, null, 1, 12, false));

    assertThat(end()).isInstanceOf(ToServer.Exited.class);
    assertThat(shown).hasToString("RFB 003.008\n");
  }

  @Test
  void theMachineMaySendMoreOnlyWhenBytesWereTaken() throws Exception {
    for (int i = 0; i < 16; i++) {
      remote.output(channel, (long) i * HALF, new byte[HALF]);
    }
    machine.signal("other", "INT");
    assertThat(remote.hear()).isInstanceOf(ToRemote.Signal.class); // and no credit before

    machine.taken("d-1", HALF);
    machine.taken("none", HALF);

    assertThat(remote.hear(ToRemote.Credit.class)).isEqualTo(new ToRemote.Credit(channel, HALF));
    machine.signal("other", "INT");
    assertThat(remote.hear()).isInstanceOf(ToRemote.Signal.class);
  }

  @Test
  void bytesThatAreMissingAreTheEndOfTheView() throws Exception {
    remote.output(channel, 12, "late");

    assertThat(end()).isInstanceOf(ToServer.Failed.class);
    assertThat(machine.connected()).isTrue();
  }

  private ToServer end() throws Exception {
    return ended.get(120, TimeUnit.SECONDS);
  }
}
