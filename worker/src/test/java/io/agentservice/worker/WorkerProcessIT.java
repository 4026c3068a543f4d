package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.process.SessionDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The command as a process of its own: signals, kill -9, and what a restart makes of it. */
class WorkerProcessIT extends WorkerProcesses {

  @Test
  void termReleasesTheSessionAndExitsWith143() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var worker = worker("first");
    awaitRemote("first");
    signal("TERM", worker);
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(143);
    assertThat(log("first")).contains("released " + SESSION).doesNotContain("agc_secret");
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isFalse();
  }

  @Test
  void termDuringADrainLetsTheSessionEndAndTheSecondOneDoesNot() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var worker = worker("first", "--drain-secs=3600");
    awaitRemote("first");
    signal("TERM", worker);
    await(() -> log("first").contains("draining: "));
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isTrue();
    signal("TERM", worker);
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(143);
    assertThat(log("first")).contains("released " + SESSION);
    assertThat(Files.exists(Path.of("/proc/" + remotePid()))).isFalse();
  }

  @Test
  void interruptWithoutASessionExitsWith130AndUsr1With0() throws Exception {
    var first = worker("first");
    var second = worker("second", "--acceptor-id=w-2");
    await(() -> api.requests.stream().filter("watch"::equals).count() >= 2);
    signal("INT", first);
    signal("USR1", second);
    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).isEqualTo(130);
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
  }

  @Test
  void aWorkerKilledHardLeavesItsRemoteToTheNextOne() throws Exception {
    api.list("pending", entry("pending", "pending", null));
    var first = worker("first");
    awaitRemote("first");
    first.destroyForcibly();
    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    var remote = remotePid();
    api.list("pending");
    api.list("claimed", entry("claimed", "running", null));
    var second = worker("second", "--once");
    await(() -> log("second").contains("still running (pid " + remote + ")"));
    api.entry(entry("claimed", "suspended", null));
    Files.writeString(temporary.resolve("work/go"), "");
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(log("second")).contains("released " + SESSION);
  }

  @Test
  void aSessionWithATokenOfItsOwnNeedsNoOtherAndTheOtherSpellingWillDo() throws Exception {
    environment.put("AGENT_OUTPOSTS_TOKEN", "");
    environment.put("AGENT_API_URL", " ");
    environment.put("DEVIN_API_URL", api.uri().toString());
    environment.put("DEVIN_REMOTE_SESSION_TOKEN", "agc_given");
    environment.put("DEVIN_OUTPOST_GATEWAY_URL", "ws://127.0.0.1:1/gateway");
    Files.writeString(temporary.resolve("work/go"), "");
    var worker = run("direct", List.of("start", "--session=" + SESSION));
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).as(log("direct")).isZero();
    assertThat(api.requests).allMatch(request -> request.startsWith("GET /static/"));
  }

  @Test
  void aSecondWorkerOfTheSameIdentityIsRefused() throws Exception {
    worker("first");
    await(() -> api.requests.contains("watch"));
    var second = worker("second");
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(log("second")).contains("Another worker of this machine works as 'w-1'");
  }

  @Test
  void eventsAreJsonLinesOnStdoutWhenAskedFor() throws Exception {
    api.entry(entry("claimed", "suspended", null));
    api.list("pending", entry("pending", "pending", null));
    Files.writeString(temporary.resolve("work/go"), "");
    var worker = worker("first", "--once", "--json");
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(log("first").lines())
        .allSatisfy(line -> assertThat(line).startsWith("{\"event\":\"").endsWith("}"))
        .anySatisfy(line -> assertThat(line).contains("\"event\":\"released\""));
  }

  @Test
  void healthAndMetricsAreAnsweredOnThePortThatIsAskedFor() throws Exception {
    int port = portOfItsOwn();
    api.list("pending", entry("pending", "pending", null));
    worker("first", "--health-port=" + port);
    awaitRemote("first");
    assertThat(text(port, "healthz")).contains("\"serving\"", SESSION);
    assertThat(text(port, "metrics"))
        .contains(
            "agent_worker_claims_total{result=\"won\"} 1",
            "agent_worker_connect_seconds_count 1",
            "agent_worker_binaries_total{source=\"download\"} 1")
        .doesNotContain("agt_token", "agc_secret");
    var second = worker("second", "--health-port=" + port);
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(log("second")).contains("Cannot listen on 127.0.0.1:" + port);
  }

  /** None of those that the system hands out, of which another test may get it meanwhile. */
  private static int portOfItsOwn() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_768);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // somebody's
      }
    }
  }

  @Test
  void writeProtectedDirectoriesOfASessionThatIsOverGoToo() throws Exception {
    if (System.getProperty("user.name").equals("root")) {
      // Of root's own files, too, the permissions count then.
      prefix.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    }
    api.tombstone(entry("claimed", "terminated", null));
    var over = SessionDirectory.of(temporary.resolve("data"), SESSION);
    over.begin(api.uri().toString(), ScriptedApi.OUTPOST);
    var module = Files.createDirectories(over.path().resolve("cache/module"));
    Files.createFile(module.resolve("code.go"));
    for (var directory : new Path[] {module, module.getParent()}) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r--------"));
    }
    worker("first");
    await(() -> !Files.exists(over.path()));
  }

  private static String text(int port, String path) throws IOException {
    try (var in = URI.create("http://127.0.0.1:%d/%s".formatted(port, path)).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
