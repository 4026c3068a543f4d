package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: signals, kill -9, and what a restart makes of it. */
class WorkerProcessIT {
  private static final String SESSION = "agent-0199";

  @TempDir Path temporary;
  private final List<Process> workers = new ArrayList<>();
  private ScriptedApi api;

  @BeforeEach
  void start() throws IOException {
    api = new ScriptedApi();
    api.remote("4f0c1d2", "echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done; exit 0");
    api.claim(entry("claimed", "pending", "agc_secret"));
    api.entry(entry("claimed", "running", null));
    Files.createDirectories(temporary.resolve("work"));
  }

  @AfterEach
  void end() throws Exception {
    Files.writeString(temporary.resolve("work/go"), "");
    for (var worker : workers) {
      worker.destroyForcibly();
      assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
    api.close();
  }

  @Test
  void termReleasesTheSessionAndExitsWith143() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var worker = worker("first");
    await(() -> log("first").contains("remote 4f0c1d2 connected"));
    signal("TERM", worker);
    assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(143);
    assertThat(log("first")).contains("released " + SESSION).doesNotContain("agc_secret");
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isFalse();
  }

  @Test
  void termDuringADrainLetsTheSessionEndAndTheSecondOneDoesNot() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var worker = worker("first", "--drain-secs=3600");
    await(() -> log("first").contains("remote 4f0c1d2 connected"));
    signal("TERM", worker);
    await(() -> log("first").contains("draining: "));
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isTrue();
    signal("TERM", worker);
    assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(143);
    assertThat(log("first")).contains("released " + SESSION);
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isFalse();
  }

  @Test
  void interruptWithoutASessionExitsWith130AndUsr1With0() throws Exception {
    var first = worker("first");
    var second = worker("second");
    await(() -> api.requests.stream().filter("watch"::equals).count() >= 2);
    signal("INT", first);
    signal("USR1", second);
    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).isEqualTo(130);
    assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
  }

  @Test
  void aWorkerKilledHardLeavesItsRemoteToTheNextOne() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var first = worker("first");
    await(() -> log("first").contains("connected"));
    first.destroyForcibly();
    assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
    var remote = remotePid();
    api.list("pending");
    api.list("claimed", entry("claimed", "running", null));
    var second = worker("second", "--once");
    await(() -> log("second").contains("still running (pid " + remote + ")"));
    api.entry(entry("claimed", "suspended", null));
    Files.writeString(temporary.resolve("work/go"), "");
    assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(log("second")).contains("released " + SESSION);
  }

  @Test
  void eventsAreJsonLinesOnStdoutWhenAskedFor() throws Exception {
    api.entry(entry("claimed", "suspended", null));
    api.list("pending", entry("pending", "pending", null));
    Files.writeString(temporary.resolve("work/go"), "");
    var worker = worker("first", "--once", "--json");
    assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(log("first").lines())
        .allSatisfy(line -> assertThat(line).startsWith("{\"event\":\"").endsWith("}"))
        .anySatisfy(line -> assertThat(line).contains("\"event\":\"released\""));
  }

  @Test
  void healthAndMetricsAreAnsweredOnThePortThatIsAskedFor() throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    api.list("pending", entry("pending", "pending", null));
    worker("first", "--health-port=" + port);
    await(() -> log("first").contains("connected"));
    assertThat(text(port, "healthz")).contains("\"serving\"", SESSION);
    assertThat(text(port, "metrics"))
        .contains(
            "agent_worker_claims_total{result=\"won\"} 1",
            "agent_worker_connect_seconds_count 1",
            "agent_worker_binaries_total{source=\"download\"} 1")
        .doesNotContain("agt_token", "agc_secret");
    var second = worker("second", "--health-port=" + port);
    assertThat(second.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(log("second")).contains("Cannot listen on 127.0.0.1:" + port);
  }

  private static String text(int port, String path) throws IOException {
    try (var in = URI.create("http://127.0.0.1:%d/%s".formatted(port, path)).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Process worker(String log, String... more) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CommandMain.class.getName(),
                "start",
                "--outpost=local",
                "--poll-interval-secs=1"));
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command);
    builder.environment().put("AGENT_OUTPOSTS_TOKEN", "agt_token");
    builder.environment().put("AGENT_API_URL", api.uri().toString());
    builder.environment().put("AGENT_WORKER_HOME", temporary.resolve("data").toString());
    builder.environment().put("AGENT_WORKER_ACCEPTOR_ID", "w-1");
    builder.directory(temporary.resolve("work").toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(temporary.resolve(log).toFile());
    var worker = builder.start();
    workers.add(worker);
    return worker;
  }

  private String log(String name) throws IOException {
    var file = temporary.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private String remotePid() throws IOException {
    return Files.readString(temporary.resolve("work/pid")).strip();
  }

  private static void signal(String name, Process process) throws Exception {
    var kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static QueueEntry entry(String phase, String status, String token) {
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

  /** Waits for a condition, at most 30 s. */
  private void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long: %s", log("first")).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
