package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state directory of two megabytes, on a file system that only the remote sees. */
class DiskFullIT {
  private static final String SMALL =
      "mount -t tmpfs -o size=2m,mode=700 tmpfs \"$AGENT_REMOTE_STATE_DIR\" && exec \"$0\" \"$@\"";

  @TempDir private Path directory;

  @Test
  void fullDiskIsTheCommandsFaultAndOneLineOfTheLogAndNotTheEnd() throws Exception {
    var probe = new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt");
    assumeTrue(probe.start().waitFor() == 0, "no mounts of one's own: needs user namespaces");
    Files.createDirectories(directory.resolve("state"));
    try (var gateway = new FakeGateway();
        var remote =
            RemoteUnderTest.start(
                directory,
                RemoteUnderTest.environment(directory, gateway),
                List.of("unshare", "-rm", "sh", "-c", SMALL),
                RemoteUnderTest.binary().toString(),
                "serve")) {
      gateway.awaitHello(1);
      gateway.send(Exec.script("c-1", 1, "yes | head -c 8000000; echo went on >&2; exit 3", 0));

      var exited = gateway.awaitExited("c-1");
      assertThat(exited.exitCode()).isEqualTo(3);
      assertThat(exited.truncated()).isTrue();
      assertThat(exited.fault()).isEqualTo("No space left on device");
      assertThat(exited.outputBytes()).isEqualTo(gateway.bytes(1).length).isPositive();
      assertThat(remote.log().lines().filter(line -> line.contains("No space"))).hasSize(1);

      gateway.send(Exec.script("c-2", 2, "echo still here", 0));
      assertThat(gateway.awaitExited("c-2").outcome()).isEqualTo(Outcome.EXITED);
    }
  }
}
