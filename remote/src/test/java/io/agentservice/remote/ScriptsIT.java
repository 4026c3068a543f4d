package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToRemote.Signal;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts that come in a frame's own member, and mean what they mean to {@code bash -c}. */
class ScriptsIT {
  private static final List<String> SCRIPTS =
      List.of(
          "echo $0 $# \"$@\" $-; echo $LINENO\necho $LINENO; nosuch; exit 7",
          "echo a; (",
          "echo a \\\n",
          "cat <<EOF\nx\n\n\n",
          "cat <<'EOF'\n$x \u00e4 \\\nEOF\necho end",
          "return 3",
          "set -eu; false; echo no",
          "set -u; echo $nothing",
          "trap 'echo bye' EXIT; wc -c; kill -TERM $$",
          "kill -SEGV $$",
          "sleep 300 & kill -9 $!; wait $!",
          "exec sh -c 'exit 5'",
          "#!/bin/sh\necho ok",
          "",
          "\n\n",
          "; echo no",
          "ls /proc/self/fd | tr '\\n' ' '",
          "f() { return 4; }; f");

  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;

  @BeforeEach
  void serve() throws Exception {
    gateway = new FakeGateway();
    remote = RemoteUnderTest.serve(directory, gateway);
    assertThat(gateway.awaitHello(1).capabilities()).contains("script");
  }

  @AfterEach
  void stop() throws Exception {
    remote.close();
    gateway.close();
  }

  @Test
  void scriptOfMegabytesRuns() {
    var script = ": a line of a long script\n".repeat(80_000) + "echo done; exit 7";
    gateway.send(Exec.script("c-1", 1, script, 0));
    assertThat(gateway.awaitExited("c-1").exitCode()).isEqualTo(7);
    assertThat(gateway.output(1)).isEqualTo("done\n");
  }

  @Test
  void scriptIsInNoArgumentListAndItsFileIsForItsOwnerOnly() throws Exception {
    var marker = RemoteUnderTest.marker();
    gateway.send(Exec.script("c-1", 1, ": " + marker + "; echo up; sleep 300; :", 0));
    gateway.awaitOutput(1, "up");

    assertThat(RemoteUnderTest.runs("journal/c-1/script")).isTrue();
    assertThat(RemoteUnderTest.runs(marker)).isFalse();
    var file = directory.resolve("state/journal/c-1/script");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    gateway.send(new Signal("c-1", "TERM"));
    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.KILLED);
    assertThat(exited.exitCode()).isEqualTo(128 + 15);
  }

  @Test
  void scriptMeansWhatItMeansAsAnArgumentOfBash() {
    for (var n = 0; n < SCRIPTS.size(); n++) {
      var script = SCRIPTS.get(n);
      var channel = 2 * n + 1;
      var argument = List.of("bash", "-c", script);
      gateway.send(new Exec("a-" + n, channel, argument, null, Map.of(), 9000, 0, null));
      gateway.send(Exec.script("s-" + n, channel + 1, script, 9000));
      var expected = gateway.awaitExited("a-" + n);
      var actual = gateway.awaitExited("s-" + n);
      assertThat(actual.exitCode()).as(script).isEqualTo(expected.exitCode());
      assertThat(words(channel + 1)).as(script).isEqualTo(words(channel));
    }
  }

  /** What bash prints, without where it says that a mistake was made, and without pids. */
  private String words(int channel) {
    return gateway.output(channel).replaceAll("bash: (-c: |eval: )?line \\d+: *(\\d+ )?", "bash: ");
  }

  @Test
  void machineWithoutBashRunsScriptsWithSh() throws Exception {
    var programs = Files.createDirectories(directory.resolve("bin"));
    Files.createSymbolicLink(programs.resolve("sh"), Path.of("/bin/sh"));
    Files.createSymbolicLink(programs.resolve("cat"), Path.of("/bin/cat"));
    var path = Map.of("PATH", programs.toString());
    gateway.send(new Exec("c-1", 1, List.of(), null, path, 0, 0, null, false, "echo $0; exit 4"));
    assertThat(gateway.awaitExited("c-1").exitCode()).isEqualTo(4);
    assertThat(gateway.output(1)).isEqualTo("sh\n");
  }

  @Test
  void scriptWithAnArgumentListIsRefused() {
    gateway.send(new Exec("c-1", 1, List.of("true"), null, Map.of(), 0, 0, null, false, "true"));
    assertThat(gateway.awaitFailed("c-1").code()).isEqualTo("invalid");
    gateway.send(new Exec("c-2", 1, List.of(), null, Map.of(), 0, 0, null));
    assertThat(gateway.awaitFailed("c-2").code()).isEqualTo("invalid");
  }
}
