package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.settings.HookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The operator's programs before a claim and after a session (docs/worker.md). */
class HooksTest extends WorkerScenario {

  @Test
  void aHookThatAgreesSeesTheEntryAndTheSessionIsClaimed() throws Exception {
    before("env | grep ^AGENT_HOOK | sort > seen; cat > entry");
    api.list("pending", PENDING);
    serveOnce();
    assertThat(Files.readAllLines(work().resolve("seen")))
        .containsExactly(
            "AGENT_HOOK=pre-claim",
            "AGENT_HOOK_KIND=new",
            "AGENT_HOOK_OUTPOST_ID=" + ScriptedApi.OUTPOST,
            "AGENT_HOOK_PLATFORM=linux",
            "AGENT_HOOK_SESSION_ID=" + SESSION);
    assertThat(Files.readString(work().resolve("entry")))
        .startsWith("{\"metadata\":{\"session_id\":\"" + SESSION + "\"")
        .endsWith("}\n");
  }

  @Test
  void aSessionThatAHookRefusesIsLeftAloneAndOfferedToItAgain() throws Exception {
    before("echo no room here; echo x >> asked; [ $(wc -l < asked) -gt 2 ] || exit 7");
    api.list("pending", PENDING);
    serveOnce();
    assertThat(names()).containsSubsequence("claim_skipped", "claim_skipped", "claimed");
    assertThat(lines().toString()).contains("does not want " + SESSION + " (exit 7: no room here)");
    assertThat(Files.readAllLines(work().resolve("asked"))).hasSize(3);
    assertThat(api.requests.stream().filter(ScriptedApi.post(PENDING, "claim")::equals)).hasSize(1);
  }

  @Test
  void aHookThatHangsIsKilledWithAllItStarted() throws Exception {
    before("sleep 1000 & echo $! > child; wait", Duration.ofSeconds(2));
    assertThat(run(worker(null, SESSION, false)).get(120, TimeUnit.SECONDS))
        .isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(lines().toString()).contains("does not want session " + SESSION + " (killed after");
    await(() -> !alive("child"));
    assertThat(api.requests).doesNotContain(ScriptedApi.post(PENDING, "claim"));
  }

  @Test
  void aDrainDoesNotWaitForAHook() throws Exception {
    before("echo $$ > hook; sleep 1000", Duration.ofHours(1));
    api.list("pending", PENDING);
    var code = run(worker("local", null, false));
    await(() -> Files.exists(work().resolve("hook")));
    worker.drain();
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    await(() -> !alive("hook"));
    assertThat(names()).doesNotContain("claimed", "claim_skipped");
  }

  @Test
  void aRefusedRenewalEndsTheWorkerButNotWithoutTheHookAndTheRelease() throws Exception {
    after("echo $AGENT_HOOK_OUTCOME > outcome");
    api.list("pending", PENDING);
    api.remote("4f0c1d2", "while [ ! -e go ]; do sleep 0.02; done; exit 1");
    var code = run(worker("local", null, true));
    await(() -> told("remote_connected"));
    api.say(ScriptedApi.post(PENDING, "claim"), 401, "{\"detail\":\"Unknown token\"}");
    Files.createFile(work().resolve("go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.CREDENTIAL_REFUSED);
    assertThat(work().resolve("outcome")).hasContent("given_up");
    assertThat(names()).containsSubsequence("session_done", "released", "failed");
  }

  @Test
  void theHookAfterASessionRunsBeforeTheReleaseWithExitCodeOutcomeAndState() throws Exception {
    after(
        "ls $AGENT_HOOK_STATE_DIR > state; cat > entry;"
            + " echo $AGENT_HOOK $AGENT_HOOK_EXIT_CODE $AGENT_HOOK_OUTCOME > seen; exit 1");
    api.remote("4f0c1d2", "exit 3");
    assertThat(run(worker(null, SESSION, true)).get(120, TimeUnit.SECONDS))
        .isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(Files.readString(work().resolve("seen"))).isEqualTo("post-exit 3 given_up\n");
    assertThat(Files.readString(work().resolve("state"))).contains("remote.log");
    assertThat(Files.readString(work().resolve("entry"))).contains(SESSION);
    assertThat(Files.readString(work().resolve("entry"))).doesNotContain("agc_secret");
    assertThat(names()).containsSubsequence("session_done", "hook_failed", "released");
  }

  @Test
  void theStateOfATerminatedSessionIsDeletedOnlyAfterTheHook() throws Exception {
    after("ls $AGENT_HOOK_STATE_DIR > state; echo $AGENT_HOOK_OUTCOME >> state");
    api.remote("4f0c1d2", "while :; do sleep 0.02; done");
    var code = run(worker(null, SESSION, true));
    await(() -> told("remote_connected"));
    api.entry(mine("terminated"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(Files.readAllLines(work().resolve("state"))).contains("remote.log", "served");
    assertThat(data().resolve("sessions/" + SESSION)).doesNotExist();
  }

  @Test
  void aLostSessionAndAStopReachTheHookToo() throws Exception {
    after("echo $AGENT_HOOK_OUTCOME $AGENT_HOOK_EXIT_CODE >> outcomes");
    trapping("exit 9", "while :; do sleep 0.02; done");
    var code = run(worker(null, SESSION, false));
    awaitTrap();
    api.entry(entry("claimed", "w-2", "running", null));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    api.entry(mine("running"));
    events.clear();
    var second = run(worker(null, SESSION, false));
    awaitTrap();
    worker.stop();
    assertThat(second.get(120, TimeUnit.SECONDS)).isEqualTo(143);
    assertThat(Files.readAllLines(work().resolve("outcomes")))
        .containsExactly("lost 9", "stopped 9");
  }

  @Test
  void theWorkersTokenReachesNoHookUnderAnyName() throws Exception {
    environment = Map.of("PATH", System.getenv("PATH"), "MINE", "agt_token", "OTHERS", "shown");
    before("env > before");
    after("env > after");
    api.list("pending", PENDING);
    serveOnce();
    for (var name : List.of("before", "after")) {
      assertThat(Files.readString(work().resolve(name)))
          .contains("OTHERS=shown")
          .doesNotContain("agt_token", "agc_secret");
    }
  }

  private void serveOnce() throws Exception {
    api.remote("4f0c1d2", "exit 0");
    api.entry(mine("suspended"));
    assertThat(run(worker("local", null, true)).get(120, TimeUnit.SECONDS)).isZero();
  }

  private boolean alive(String pidFile) throws IOException {
    var pid = Long.parseLong(Files.readString(work().resolve(pidFile)).strip());
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private void before(String script) throws IOException {
    before(script, Duration.ofSeconds(20));
  }

  private void before(String script, Duration limit) throws IOException {
    hooks = new HookSettings(script("before.sh", script), hooks.postExit(), limit);
  }

  private void after(String script) throws IOException {
    hooks = new HookSettings(hooks.preClaim(), script("after.sh", script), hooks.limit());
  }

  private Path script(String name, String text) throws IOException {
    var file = temporary.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
