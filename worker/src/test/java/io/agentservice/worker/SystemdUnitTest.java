package io.agentservice.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.worker.settings.HookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker needs of systemd: time to end, and sessions that do no harm to it. */
class SystemdUnitTest {
  private static final Path DIRECTORY = Path.of("..", "deploy", "systemd");

  /** Ten for the remote, thirty each for the post-exit hook and the release. */
  private static final long AFTER_THE_DRAIN = 10 + HookSettings.NONE.limit().toSeconds() + 30;

  @Test
  void timeToStopCoversDrainRemoteHookAndRelease() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    assertThat(unit).doesNotContain("AGENT_WORKER_DRAIN_SECS=");
    assertThat(number(unit, "TimeoutStopSec")).isGreaterThan(AFTER_THE_DRAIN);
    var drain = Files.readString(DIRECTORY.resolve("agent-worker@.service.d/drain.conf"));
    assertThat(number(drain, "TimeoutStopSec"))
        .isGreaterThan(number(drain, "AGENT_WORKER_DRAIN_SECS") + AFTER_THE_DRAIN);
  }

  @Test
  void aCommandThatRunsOutOfMemoryDoesNotEndTheWorker() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    assertThat(unit.lines()).contains("OOMPolicy=continue");
  }

  @Test
  void sessionsHaveAHomeAndAWorkDirectoryApartFromTheWorkersFiles() throws Exception {
    var unit = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    var data = text(unit, "AGENT_WORKER_HOME");
    var made = List.of(text(unit, "StateDirectory").split(" "));
    for (var ours : List.of(text(unit, "WorkingDirectory"), text(unit, "HOME"))) {
      assertThat(made).contains(ours.replace("/var/lib/", ""));
      assertThat(ours).startsWith(data + "/");
      assertThat(Path.of(ours).getFileName().toString())
          .isNotIn("acceptors", "cache", "sessions", "swept"); // docs/worker.md, Files
    }
  }

  /** The files where an installation has them, with stand-ins for what is not ours. */
  @Test
  void systemdFindsNothingToSayAboutTheUnits(@TempDir Path root) throws Exception {
    var tool = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(tool), "systemd-analyze is not installed here: install systemd");
    var units = Files.createDirectories(root.resolve("etc/systemd/system"));
    for (var name : List.of("sysinit", "basic", "shutdown", "multi-user", "network-online")) {
      Files.writeString(units.resolve(name + ".target"), "[Unit]\nDescription=" + name + "\n");
    }
    for (var program : List.of("opt/agent/agent", "bin/kill")) {
      Files.createDirectories(root.resolve(program).getParent());
      Machine.executable(Files.createFile(root.resolve(program)));
    }
    for (var unit : List.of("agent-server.service", "agent-worker@.service")) {
      Files.copy(DIRECTORY.resolve(unit), units.resolve(unit));
    }
    for (var unit : List.of("agent-server.service", "agent-worker@1.service")) {
      var words = List.of(tool.toString(), "--root=" + root, "--man=no", "verify");
      var command = new ArrayList<>(words);
      command.add(units.resolve(unit).toString());
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).as(unit).isEmpty();
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void systemdFindsLittleExposureInTheUnits(@TempDir Path copies) throws Exception {
    for (var unit : List.of("agent-server.service", "agent-worker@.service")) {
      var file = copies.resolve(unit.replace("@", "@1"));
      Files.copy(DIRECTORY.resolve(unit), file);
      var found =
          analyzed("--no-pager", "--offline=true", "--threshold=30", "security", file.toString());
      assertThat(found).contains("Overall exposure level for " + file.getFileName());
      var level = Pattern.compile("Overall exposure level for \\S+: (\\d+\\.\\d)").matcher(found);
      assertThat(level.find()).as(found).isTrue();
      assertThat(Double.parseDouble(level.group(1))).as(found).isLessThanOrEqualTo(3.0);
    }
  }

  /** Namespaces: the browser's sandbox. Debuggers, nice and taskset: builds. And both are Java. */
  @Test
  void whatBuildsAndJavaNeedStaysAllowed() throws Exception {
    for (var name : List.of("agent-server.service", "agent-worker@.service")) {
      var unit = Files.readString(DIRECTORY.resolve(name));
      assertThat(unit).doesNotContain("\nMemoryDenyWriteExecute=", "\nProcSubset=");
      assertThat(unit).contains("\nSystemCallErrorNumber=EPERM\n");
    }
    assertThat(Files.readString(DIRECTORY.resolve("agent-worker@.service")).lines())
        .noneMatch(line -> line.matches("(RestrictNamespaces|LockPersonality|UMask)=.*"))
        .noneMatch(line ->
            line.matches("SystemCallFilter=.*@(mount|privileged|debug|resources|process).*"));
  }

  private static String analyzed(String... words) throws Exception {
    var tool = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(tool), "systemd-analyze is not installed here: install systemd");
    var command = new ArrayList<>(List.of(tool.toString()));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output.replaceAll("\u001b\\[[0-9;]*m", "");
  }

  @Test
  void eachInstanceHasAUserAndBoundsOfItsOwn() throws Exception {
    for (var name : List.of("agent-server.service", "agent-worker@.service")) {
      var unit = Files.readString(DIRECTORY.resolve(name));
      assertThat(unit.lines()).contains("DynamicUser=yes");
      assertThat(text(unit, "MemoryMax")).isNotEmpty();
      assertThat(number(unit, "TasksMax")).isPositive();
      assertThat(text(unit, "CPUQuota")).isNotEmpty();
    }
    var worker = Files.readString(DIRECTORY.resolve("agent-worker@.service"));
    assertThat(text(worker, "User")).isEqualTo("agent-worker-%i");
  }

  private static long number(String text, String name) throws IOException {
    return Long.parseLong(text(text, name));
  }

  private static String text(String text, String name) throws IOException {
    var matcher = Pattern.compile("(?m)^(?:Environment=)?" + name + "=(.+)$").matcher(text);
    if (!matcher.find()) {
      throw new IOException("no " + name);
    }
    return matcher.group(1);
  }
}
