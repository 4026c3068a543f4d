package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Workers as processes of their own, against scripted answers. */
abstract class WorkerProcesses {
  static final String SESSION = "agent-0199";

  @TempDir Path temporary;
  final Map<String, String> environment = new TreeMap<>();
  final List<String> prefix = new ArrayList<>();
  final List<String> jvm = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
  final List<Process> workers = new ArrayList<>();
  ScriptedApi api;

  @BeforeEach
  void start() throws IOException {
    api = new ScriptedApi();
    script(api);
    Files.createDirectories(temporary.resolve("work"));
  }

  static void script(ScriptedApi api) {
    api.remote("4f0c1d2", "echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done; exit 0");
    api.claim(entry("claimed", "pending", "agc_secret"));
    api.entry(entry("claimed", "running", null));
  }

  @AfterEach
  void end() throws Exception {
    Files.writeString(temporary.resolve("work/go"), "");
    for (var worker : workers) {
      worker.destroyForcibly();
      assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    endRemote();
    api.close();
  }

  /** It may not have seen {@code go} before its directory is deleted. */
  private void endRemote() throws IOException {
    if (!remotePid().isEmpty()) {
      ProcessHandle.of(Long.parseLong(remotePid())).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  Process worker(String log, String... more) throws IOException {
    var arguments = new ArrayList<>(List.of("start", "--outpost=local", "--poll-interval-secs=1"));
    arguments.addAll(List.of(more));
    return run(log, arguments);
  }

  Process run(String log, List<String> arguments) throws IOException {
    // A build that was started with interrupts ignored would hand that down to the worker.
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(CommandMain.class.getName());
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    builder.environment().put("AGENT_OUTPOSTS_TOKEN", "agt_token");
    builder.environment().put("AGENT_API_URL", api.uri().toString());
    builder.environment().put("AGENT_WORKER_HOME", temporary.resolve("data").toString());
    builder.environment().put("AGENT_WORKER_ACCEPTOR_ID", "w-1");
    builder.environment().put("AGENT_SANDBOX", "none"); // remotes are scripts that write anywhere
    builder.environment().putAll(environment);
    builder.directory(temporary.resolve("work").toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(temporary.resolve(log).toFile());
    var worker = builder.start();
    workers.add(worker);
    return worker;
  }

  String log(String name) throws IOException {
    var file = temporary.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  String remotePid() throws IOException {
    var file = temporary.resolve("work/pid");
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  /** Connected is what the server says of it; its script may only be about to start. */
  void awaitRemote(String log) throws Exception {
    await(() -> log(log).contains(" connected") && !remotePid().isEmpty());
  }

  static void signal(String name, Process process) throws Exception {
    var kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  static QueueEntry entry(String phase, String status, String token) {
    long now = Instant.now().getEpochSecond();
    boolean claimed = phase.equals("claimed");
    return new QueueEntry(
        new QueueEntry.Metadata(SESSION, ScriptedApi.OUTPOST, now, now),
        new QueueEntry.Spec("new", "linux", null, QueueEntry.NetworkPolicy.UNRESTRICTED),
        new QueueEntry.Status(
            phase,
            claimed ? "w-1" : null,
            claimed ? now + 300 : null,
            status,
            token,
            token == null ? null : "ws://127.0.0.1:1/gateway"));
  }

  /** Waits for a condition, at most 60 s. */
  void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long: %s", log("first")).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
