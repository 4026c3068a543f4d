package io.agentservice.worker.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.wire.fleet.QueueEntry.NetworkPolicy;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import io.agentservice.worker.sandbox.Isolation;
import io.agentservice.worker.settings.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a session is walled in, as its remote is told. */
class LauncherTest {
  @TempDir private Path directory;

  @Test
  void withAutoASessionRunsAndSaysWhyWhereItsDirectoryHoldsTheHome() throws Exception {
    var isolation = Isolation.of(System.getenv());
    assumeTrue(isolation.sandbox() != null, "bubblewrap is not installed here");
    var work = Files.createDirectory(directory.resolve("work"));
    assertThat(told(isolation, Path.of("/"))).startsWith("no wall around this session: ");
    assertThat(told(isolation, work)).isEqualTo("bwrap");
    assertThat(told(Isolation.NONE, work)).isEmpty();
  }

  @Test
  void aPolicyIsNotServedWhereTheSessionWouldHaveTheMachinesNetwork() throws Exception {
    var isolation = Isolation.of(System.getenv());
    assumeTrue(isolation.sandbox() != null, "bubblewrap is not installed here");
    var work = Files.createDirectory(directory.resolve("work"));
    var restricted = new NetworkPolicy(true, List.of());
    assertThat(launcher(settings(isolation, work), restricted).enforcesPolicy()).isTrue();
    assertThat(launcher(settings(Isolation.NONE, work), restricted).enforcesPolicy()).isFalse();
    var holdsHome = launcher(settings(isolation, Path.of("/")), restricted);
    assertThat(holdsHome.enforcesPolicy()).isFalse();
    assertThatThrownBy(() ->
            holdsHome.start(
                directory.resolve("agent-remote"),
                URI.create("ws://127.0.0.1:1/g"),
                "agc_x",
                SessionDirectory.of(directory.resolve("data"), "agent-0199"),
                Path.of("/"),
                _ -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("network policy");
  }

  @Test
  void aSessionWithoutAPolicyForgetsTheNetworkThatItHadOnce() throws Exception {
    var session = SessionDirectory.of(directory.resolve("data"), "agent-0199");
    var gateway = URI.create("ws://127.0.0.1:1/g");
    SessionNetwork.open(session, null, new NetworkPolicy(true, List.of()), Optional::empty, gateway)
        .close();
    assertThat(session.gateway()).exists();
    var exits = new LinkedBlockingQueue<RemoteProcess.Exit>();
    var settings = settings(Isolation.NONE, Files.createDirectory(directory.resolve("work")));
    new Launcher(settings, NetworkPolicy.UNRESTRICTED, _ -> {})
        .start(
            Path.of("/bin/true"),
            gateway,
            "agc_x",
            session,
            settings.directories().work(),
            exits::add);
    assertThat(exits.poll(120, TimeUnit.SECONDS)).isNotNull();
    assertThat(session.gateway()).doesNotExist();
  }

  private static Launcher launcher(WorkerSettings settings, NetworkPolicy policy) {
    return new Launcher(settings, policy, _ -> {});
  }

  private WorkerSettings settings(Isolation isolation, Path work) {
    var data = directory.resolve("data");
    return WorkerSettings.of(URI.create("http://127.0.0.1:1"), "agt_token", "local", data, work)
        .isolated(isolation);
  }

  private String told(Isolation isolation, Path work) throws Exception {
    var data = directory.resolve("data");
    var settings = settings(isolation, work);
    var remote = directory.resolve("agent-remote");
    Files.writeString(
        remote,
        "#!/bin/sh\n[ \"$1\" = serve ] || exit 2\nprintf %s \"$AGENT_SANDBOX$AGENT_SANDBOX_MISSING\"\n");
    Files.setPosixFilePermissions(remote, PosixFilePermissions.fromString("rwxr-xr-x"));
    var session = SessionDirectory.of(data, "agent-0199");
    session.delete();
    var exits = new LinkedBlockingQueue<RemoteProcess.Exit>();
    new Launcher(settings, NetworkPolicy.UNRESTRICTED, _ -> {})
        .start(remote, URI.create("ws://127.0.0.1:1/g"), "agc_x", session, work, exits::add);
    assertThat(exits.poll(120, TimeUnit.SECONDS)).isNotNull();
    return Files.readString(session.logPath());
  }
}
