package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.Programs;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer.Failed;
import io.agentservice.wire.frames.ToServer.Outcome;
import io.agentservice.wire.frames.ToServer.Started;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged remote with a real display and VNC server ({@code tigervnc-standalone-server}). */
@Tag("long")
@Timeout(200)
class DesktopIT {
  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;

  @BeforeEach
  void serve() throws Exception {
    Programs.requireDesktop();
    gateway = new FakeGateway();
    remote = start(Map.of("AGENT_OUTPOST_DESKTOP", "true"));
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) { // else the test was skipped
      remote.terminate();
      remote.awaitExit();
      remote.close();
      gateway.close();
    }
  }

  @Test
  void theDesktopStartsWithItsFirstViewerAndSpeaksRfb() throws Exception {
    assertThat(gateway.awaitHello(1).capabilities()).contains("desktop");
    assertThat(runs()).isFalse();

    gateway.send(new ToRemote.Desktop("d-1", 1));
    gateway.awaitOutput(1, "RFB 003.");
    type("d-1", "RFB 003.008\n", false);
    RemoteUnderTest.await("security types", () -> gateway.bytes(1).length >= 14);
    assertThat(gateway.bytes(1))
        .endsWith(1, 1); // one kind, and that is none: nobody else gets here

    gateway.send(new ToRemote.Desktop("d-2", 2));
    gateway.awaitOutput(2, "RFB 003.");
    type("d-1", "", true);
    var exited = gateway.awaitExited("d-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.EXITED);
    assertThat(exited.outputBytes()).isEqualTo(gateway.bytes(1).length);
    assertThat(displays()).isEqualTo(1);
  }

  @Test
  void commandsFindTheDisplayAndNobodyElseDoes() {
    gateway.awaitHello(1);
    gateway.send(new ToRemote.Desktop("d-1", 1));
    gateway.awaitOutput(1, "RFB 003.");
    var script = "echo $DISPLAY; cat $XAUTHORITY | wc -c; ls -l $XAUTHORITY/.. | head -1";
    gateway.send(
        new ToRemote.Exec("c-1", 3, List.of("sh", "-c", script), null, Map.of(), 9000, 0, null));
    gateway.awaitExited("c-1");
    assertThat(gateway.output(3)).startsWith(":").contains("\n44\n");
  }

  @Test
  void noProcessIsLeftWhenTheRemoteEnds() throws Exception {
    gateway.awaitHello(1);
    gateway.send(new ToRemote.Desktop("d-1", 1));
    gateway.awaitOutput(1, "RFB 003.");
    assertThat(runs()).isTrue();
    gateway.send(new ToRemote.SessionEnd("suspended"));
    assertThat(remote.awaitExit()).isZero();
    assertThat(runs()).isFalse();
    assertThat(directory.resolve("state/desktop")).isEmptyDirectory();
  }

  @Test
  void aViewerEndsWithItsConnectionAndTheDesktopDoesNot() throws Exception {
    gateway.awaitHello(1);
    gateway.send(new ToRemote.Desktop("d-1", 1));
    gateway.awaitOutput(1, "RFB 003.");
    gateway.cut();
    gateway.awaitHello(2);
    assertThat(runs()).isTrue();
    gateway.send(new ToRemote.Desktop("d-2", 2));
    gateway.awaitOutput(2, "RFB 003.");
    assertThat(gateway.all(Started.class)).hasSize(2);
  }

  /** The end that comes with the last frame, again and again; silence would tell in an hour. */
  @Test
  void anEndThatComesWhileAFrameIsCarriedOutIsNoticed() {
    gateway.giveSilence(3600);
    gateway.awaitHello(1);
    gateway.cut();
    for (int n = 2; n <= 15; n++) {
      gateway.awaitHello(n);
      gateway.send(new ToRemote.Desktop("d-" + n, n));
      gateway.awaitOutput(n, "RFB 003.");
      gateway.cut();
    }
    gateway.awaitHello(16);
  }

  @Test
  void aViewerThatLeavesBeforeTheDesktopRunsEndsToo() {
    gateway.awaitHello(1);
    gateway.send(new ToRemote.Desktop("d-1", 1));
    type("d-1", "", true);
    assertThat(gateway.awaitExited("d-1").outcome()).isEqualTo(Outcome.EXITED);
    assertThat(gateway.all(Failed.class)).isEmpty();
  }

  @Test
  void withoutTheVariableOrTheProgramThereIsNoDesktop() throws Exception {
    gateway.awaitHello(1);
    remote.close();
    remote = start(Map.of());
    assertThat(gateway.awaitHello(2).capabilities()).doesNotContain("desktop");
    gateway.send(new ToRemote.Desktop("d-1", 1));
    var refused = gateway.awaitFailed("d-1");
    assertThat(refused.code()).isEqualTo("desktop");
    assertThat(refused.message()).contains("AGENT_OUTPOST_DESKTOP");
    remote.close();

    var folder = Files.createDirectories(directory.resolve("bin"));
    for (var name :
        List.of(
            "sh",
            "tail",
            "gzip",
            "tar",
            "mkdir",
            "mv",
            "rm",
            "uname",
            "cat",
            "find",
            "wc",
            "sha256sum")) {
      Files.createSymbolicLink(folder.resolve(name), Path.of("/bin", name));
    }
    remote = start(Map.of("AGENT_OUTPOST_DESKTOP", "true", "PATH", folder.toString()));
    assertThat(gateway.awaitHello(3).capabilities()).doesNotContain("desktop");
    assertThat(remote.log()).contains("no desktop");
  }

  private RemoteUnderTest start(Map<String, String> more) throws Exception {
    var environment = RemoteUnderTest.environment(directory, gateway);
    environment.putAll(more);
    return RemoteUnderTest.start(directory, environment, "serve");
  }

  private void type(String id, String text, boolean end) {
    var data = Base64.getEncoder().encodeToString(text.getBytes(US_ASCII));
    gateway.send(new ToRemote.Input(id, data, end));
  }

  private boolean runs() {
    return displays() > 0;
  }

  private long displays() {
    return ProcessHandle.allProcesses()
        .filter(process ->
            process.info().commandLine().orElse("").contains(directory.resolve("state").toString())
                && process.info().commandLine().orElse("").contains("-rfbunixpath"))
        .count();
  }
}
