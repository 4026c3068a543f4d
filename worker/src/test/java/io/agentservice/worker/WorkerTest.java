package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.WorkerEvent;
import io.agentservice.worker.process.RemoteProcess;
import io.agentservice.worker.process.SessionDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The life cycle of fleet.md 7 and 8 against scripted answers, with real remote processes. */
class WorkerTest extends WorkerScenario {

  @Test
  void aRefusedCredentialEndsWith3() {
    api.say("GET /opbeta/outposts/outposts", 401, "{\"detail\":\"Unknown token\"}");
    assertThat(worker("local", null, false).run()).isEqualTo(ExitCode.CREDENTIAL_REFUSED);
    api.say("GET /opbeta/outposts/outposts", 403, "{\"detail\":\"Not allowed\"}");
    assertThat(worker("local", null, false).run()).isEqualTo(ExitCode.CREDENTIAL_REFUSED);
    assertThat(lines()).contains("Unknown token", "Not allowed");
  }

  @Test
  void whatPassesIsTriedAgainAfterTheTimeTheServiceAsksFor() {
    api.first("GET /opbeta/outposts/outposts", 429, Map.of("Retry-After", "2"));
    api.first("GET /opbeta/outposts/outposts", 503, Map.of());
    api.outposts("macos");
    assertThat(worker("local", null, false).run()).isEqualTo(ExitCode.USAGE);
    assertThat(events)
        .filteredOn(event -> event instanceof WorkerEvent.Retrying)
        .satisfiesExactly(
            e ->
                assertThat((Double) EventFields.of(e).fields().get("wait_seconds"))
                    .isGreaterThanOrEqualTo(2),
            e ->
                assertThat((Double) EventFields.of(e).fields().get("wait_seconds"))
                    .isGreaterThanOrEqualTo(1));
    assertThat(lines().getLast()).contains("is for macos, this machine is linux");
  }

  @Test
  void anUnknownOutpostEndsWith2() {
    assertThat(worker("elsewhere", null, false).run()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aSessionThatCannotBeServedEndsWith4() {
    api.noEntry(PENDING);
    assertThat(worker(null, SESSION, false).run()).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    api.entry(PENDING);
    api.say(ScriptedApi.post(PENDING, "claim"), 409, "{\"code\":\"claim_lost\"}");
    assertThat(worker(null, SESSION, false).run()).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "release"));
  }

  @Test
  void aClaimWithoutAGatewayIsGivenBack() {
    var status = granted.status();
    api.claim(
        new QueueEntry(
            granted.metadata(),
            granted.spec(),
            new QueueEntry.Status(
                status.phase(), ME, status.claimDeadline(), "pending", "agc_secret", null)));
    assertThat(worker(null, SESSION, false).run()).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(names()).containsSubsequence("released", "retrying", "failed");
    assertThat(lines().toString()).contains("--gateway-url");
  }

  @Test
  void anEntryOfAnotherPlatformIsLeftAlone() throws Exception {
    var spec = new QueueEntry.Spec("new", "windows", null, QueueEntry.NetworkPolicy.UNRESTRICTED);
    api.list("pending", new QueueEntry(PENDING.metadata(), spec, PENDING.status()));
    var code = run(worker("local", null, false));
    await(() -> api.requests.contains("watch"));
    worker.drain();
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "claim"));
  }

  @Test
  void aClaimThatRunsOutIsRenewedUntilTheRemoteIsConnected() throws Exception {
    api.remote("4f0c1d2", "while [ ! -e go ]; do sleep 0.02; done; exit 0");
    long soon = Instant.now().getEpochSecond() + 30;
    var status = new QueueEntry.Status("claimed", ME, soon, "pending", null, null);
    api.entry(new QueueEntry(granted.metadata(), granted.spec(), status));
    var code = run(worker(null, SESSION, false));
    await(() -> told("renewed"));
    api.entry(mine("suspended"));
    Files.createFile(temporary.resolve("work/go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void aSessionIsClaimedServedAndReleased() throws Exception {
    api.list("pending", PENDING);
    api.remote("4f0c1d2", "while [ ! -e go ]; do sleep 0.02; done; exit 0");
    var code = run(worker("local", null, true));
    await(() -> told("remote_connected"));
    api.entry(mine("suspended"));
    Files.createFile(temporary.resolve("work/go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(names())
        .containsSubsequence(
            "started",
            "claimed",
            "binary_ready",
            "remote_started",
            "remote_connected",
            "session_over",
            "released");
    assertThat(data().resolve("sessions/" + SESSION)).isDirectory();
    assertThat(lines().toString()).doesNotContain("agc_secret", "agt_token");
  }

  @Test
  void anEntryThatArrivesDuringTheWatchIsClaimed() throws Exception {
    api.remote("4f0c1d2", "exit 0");
    var code = run(worker("local", null, true));
    await(() -> api.requests.contains("watch"));
    api.entry(mine("suspended"));
    api.event(PENDING);
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void withoutAWatchTheListIsPolled() throws Exception {
    api.say("watch", 405, "");
    api.remote("4f0c1d2", "exit 0");
    var code = run(worker("local", null, true));
    await(() -> api.requests.contains("watch"));
    api.entry(mine("suspended"));
    api.list("pending", PENDING);
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void aStopEndsTheRemoteReleasesAndExits143() throws Exception {
    api.list("pending", PENDING);
    trapping("touch terminated; exit 0", "while :; do sleep 0.02; done");
    var code = run(worker("local", null, false));
    awaitTrap();
    worker.stop();
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(143);
    assertThat(temporary.resolve("work/terminated")).exists();
    assertThat(names()).endsWith("released").doesNotContain("api_away");
  }

  @Test
  void aStopWithoutASessionEndsAtOnce() throws Exception {
    var code = run(worker("local", null, false));
    await(() -> api.requests.contains("watch"));
    worker.stop(ExitCode.INTERRUPTED);
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(130);
  }

  @Test
  void aDrainWithoutASessionEndsWith0() throws Exception {
    var code = run(worker("local", null, false));
    await(() -> api.requests.contains("watch"));
    worker.drain();
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void aTerminatedSessionsRemoteIsEndedAndItsStateDeleted() throws Exception {
    api.list("pending", PENDING);
    api.remote("4f0c1d2", "while :; do sleep 0.02; done");
    var code = run(worker("local", null, true));
    await(() -> told("remote_connected"));
    api.entry(mine("terminated"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(data().resolve("sessions/" + SESSION)).doesNotExist();
    assertThat(names()).endsWith("released");
  }

  @Test
  void aClaimOfAnotherWorkerEndsTheRemoteWithoutARelease() throws Exception {
    api.remote("4f0c1d2", "while :; do sleep 0.02; done");
    var code = run(worker(null, SESSION, false));
    await(() -> told("remote_connected"));
    api.entry(entry("claimed", "w-2", "running", null));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "release"));
  }

  @Test
  void anApiThatIsAwayDoesNotEndTheRemote() throws Exception {
    api.remote("4f0c1d2", "while [ ! -e go ]; do sleep 0.02; done; exit 0");
    var code = run(worker(null, SESSION, false));
    await(() -> told("remote_connected"));
    api.say(ScriptedApi.agents(PENDING), 503, "");
    await(() -> told("api_away"));
    assertThat(told("remote_exited")).isFalse();
    api.entry(mine("suspended"));
    Files.createFile(temporary.resolve("work/go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void aRemoteThatKeepsCrashingIsStartedFiveTimesMoreAndThenGivenBack() throws Exception {
    api.remote("4f0c1d2", "echo x >> starts; exit 1");
    var code = run(worker(null, SESSION, false));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(Files.readAllLines(temporary.resolve("work/starts"))).hasSize(6);
    assertThat(names()).endsWith("released", "failed");
  }

  @Test
  void aRemoteThatCannotBeStartedIsTriedOnceMoreThenGivenBackAndEndsTheWorkerWith1()
      throws Exception {
    remote("#!/no/such/interpreter\n");
    api.entry(mine("pending"));
    assertThat(run(worker(null, SESSION, false)).get(120, TimeUnit.SECONDS))
        .isEqualTo(ExitCode.FAILURE);
    assertThat(names().stream().filter("remote_started"::equals)).hasSize(2);
    assertThat(names()).endsWith("released", "failed");
    assertThat(lines().getLast()).contains("could not be started: exit 12");
  }

  @Test
  void aRemoteThatCannotBeStartedForAMomentIsStartedThen() throws Exception {
    var shell = temporary.resolve("shell");
    remote("#!" + shell + "\nwhile [ ! -e go ]; do sleep 0.02; done; exit 0\n");
    api.entry(mine("pending"));
    var code = run(worker(null, SESSION, false));
    await(() -> told("remote_exited"));
    Files.createSymbolicLink(shell, Path.of("/bin/sh"));
    await(() -> told("restarting"));
    api.entry(mine("suspended"));
    Files.createFile(temporary.resolve("work/go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  private void remote(String text) throws Exception {
    var body = text.getBytes(StandardCharsets.UTF_8);
    var digest = MessageDigest.getInstance("SHA-256").digest(body);
    api.remote("4f0c1d2", body, HexFormat.of().formatHex(digest));
  }

  @Test
  void aRefusedConnectTokenIsNoReasonForARestart() throws Exception {
    api.remote("4f0c1d2", "echo x >> starts; exit 3");
    assertThat(run(worker(null, SESSION, false)).get(120, TimeUnit.SECONDS))
        .isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(Files.readAllLines(temporary.resolve("work/starts"))).hasSize(1);
  }

  @Test
  void aSessionThatEndedWhileItsRemoteConnectedWasServed() throws Exception {
    api.remote("4f0c1d2", "exit 3");
    api.entry(mine("terminated"));
    assertThat(run(worker(null, SESSION, false)).get(120, TimeUnit.SECONDS)).isZero();
    assertThat(data().resolve("sessions/" + SESSION)).doesNotExist();
  }

  @Test
  void aServerThatIsAwayForAMomentCostsNoClaim() throws Exception {
    api.remote("4f0c1d2", "exit 0");
    api.first("GET /static/agent-rs/remote/latest_linux_x64", 503, Map.of());
    api.entry(mine("pending"));
    api.list("pending", PENDING);
    var code = run(worker("local", null, true));
    await(() -> told("remote_started"));
    api.entry(mine("suspended"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(names()).containsSubsequence("claimed", "retrying", "binary_ready", "released");
    assertThat(told("claim_refused")).isFalse();
  }

  @Test
  void aClaimThatIsLostWhileTheBinaryCannotBeHadIsNotReleased() throws Exception {
    api.say("GET /static/agent-rs/remote/latest_linux_x64", 503, "");
    var code = run(worker(null, SESSION, false));
    await(() -> told("retrying"));
    api.entry(entry("claimed", "w-2", "pending", null));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(told("claim_lost")).isTrue();
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "release"));
  }

  @Test
  void aBinaryOfAnotherDigestIsNeverRunAndTheSessionGivenBack() throws Exception {
    api.remote(
        "4f0c1d2", "#!/bin/sh\ntouch ran\n".getBytes(StandardCharsets.UTF_8), "0".repeat(64));
    assertThat(run(worker(null, SESSION, false)).get(120, TimeUnit.SECONDS))
        .isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(temporary.resolve("work/ran")).doesNotExist();
    assertThat(names()).containsSubsequence("binary_rejected", "binary_rejected", "released");
  }

  @Test
  void aRestartedWorkerAdoptsTheRemoteThatOutlivedIt() throws Exception {
    var binary = temporary.resolve("remote");
    Files.writeString(binary, "#!/bin/sh\nwhile [ ! -e go ]; do sleep 0.02; done\n");
    Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));
    var launch = new RemoteProcess.Launch(binary, System.getenv(), work(), null, null, null);
    RemoteProcess.start(launch, SessionDirectory.of(data(), SESSION), _ -> {});
    api.list("claimed", mine("running"));
    var code = run(worker("local", null, true));
    await(() -> told("adopted"));
    api.entry(mine("suspended"));
    Files.createFile(temporary.resolve("work/go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "claim"));
    assertThat(names()).endsWith("released");
  }

  @Test
  void whatAKilledRemoteLeftOfASessionThatIsOverEndsWithItsDirectory() throws Exception {
    var directory = data().resolve("sessions/" + SESSION);
    Files.createDirectories(directory);
    Files.createFile(directory.resolve("remote.lock"));
    var command = new ProcessBuilder("sleep", "619");
    command.environment().put("AGENT_SESSION_ID", SESSION);
    command.environment().put("AGENT_REMOTE_STATE_DIR", directory.toString());
    var running = command.start();
    api.list("claimed", mine("terminated"));
    var worker = worker("local", null, false);
    try {
      var _ = run(worker);
      assertThat(running.waitFor(120, TimeUnit.SECONDS)).isTrue();
      await(() -> told("released"));
      await(() -> !Files.exists(directory));
    } finally {
      running.destroyForcibly();
      worker.drain();
    }
  }

  @Test
  void claimsLeftBehindAreTakenAgainOrGivenBack() throws Exception {
    api.remote("4f0c1d2", "exit 0");
    api.list("claimed", mine("pending"));
    api.entry(mine("suspended"));
    assertThat(run(worker("local", null, true)).get(120, TimeUnit.SECONDS)).isZero();
    assertThat(names()).containsSubsequence("claimed", "remote_started", "released");

    events.clear();
    api.list("claimed", mine("suspended"));
    api.list("pending");
    var code = run(worker("local", null, true));
    await(() -> told("released"));
    worker.drain();
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(told("claimed")).isFalse();
  }
}
