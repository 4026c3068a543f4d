package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.loop.EventFields;
import io.agentservice.worker.loop.WorkerEvent;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What --drain-secs makes of TERM (docs/adr/0015-drain-on-term.md). */
class DrainTest extends WorkerScenario {
  private static final String UNTIL_GO = "while [ ! -e go ]; do sleep 0.02; done; exit 0";

  @Test
  void aSessionThatEndsWithinTheLimitIsServedToItsEnd() throws Exception {
    drainLimit = Duration.ofHours(1);
    var code = serving("touch terminated; exit 0", UNTIL_GO);
    worker.stop();
    assertThat(lines().getLast()).contains("for 3600 s at most");
    api.entry(mine("suspended"));
    Files.createFile(work().resolve("go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.TERMINATED);
    assertThat(work().resolve("terminated")).doesNotExist();
    assertThat(names()).containsSubsequence("draining", "session_over", "released");
    assertThat(names()).doesNotContain("stopping");
  }

  @Test
  void aSessionThatTakesLongerIsHandedBackAfterTheLimit() throws Exception {
    drainLimit = Duration.ofMillis(500);
    var code = serving("touch terminated; exit 0", UNTIL_GO);
    worker.stop(ExitCode.INTERRUPTED);
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(work().resolve("terminated")).exists();
    assertThat(names()).containsSubsequence("draining", "stopping", "released");
    assertThat(events.stream().filter(e -> e instanceof WorkerEvent.SessionDone).findFirst())
        .hasValueSatisfying(
            e -> assertThat(EventFields.of(e).text("outcome")).isEqualTo("stopped"));
  }

  @Test
  void theSecondSignalKillsDuringADrainAndReleases() throws Exception {
    drainLimit = Duration.ofHours(1);
    var code = serving("touch terminated", "while :; do sleep 0.02; done");
    worker.stop();
    worker.stop();
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.TERMINATED);
    assertThat(names()).containsSubsequence("draining", "released").doesNotContain("stopping");
  }

  @Test
  void aDrainThatWasUnderWayKeepsItsExitCodeWhenTheSessionEndsInTime() throws Exception {
    drainLimit = Duration.ofHours(1);
    var code = serving("touch terminated; exit 0", UNTIL_GO);
    worker.drain();
    worker.stop();
    api.entry(mine("suspended"));
    Files.createFile(work().resolve("go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
    assertThat(api.requests.stream().filter(ScriptedApi.post(PENDING, "claim")::equals)).hasSize(1);
  }

  @Test
  void aDrainWithoutASessionEndsAtOnce() throws Exception {
    drainLimit = Duration.ofHours(1);
    var code = run(worker("local", null, false));
    await(() -> api.requests.contains("watch"));
    worker.stop();
    assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.TERMINATED);
  }

  @Test
  void itsRequestsNameTheWorkerAndSayThatItDrains() throws Exception {
    var code = serving("touch terminated; exit 0", UNTIL_GO);
    assertThat(api.senders).contains(ME + " draining=false slots=1");
    assertThat(api.senders).doesNotContain(ME + " draining=true slots=1");
    worker.drain();
    await(() -> api.senders.contains(ME + " draining=true slots=1"));
    api.entry(mine("suspended"));
    Files.createFile(work().resolve("go"));
    assertThat(code.get(120, TimeUnit.SECONDS)).isZero();
  }

  private Future<Integer> serving(String atTerm, String script) throws Exception {
    api.list("pending", PENDING);
    trapping(atTerm, script);
    var code = run(worker("local", null, false));
    awaitTrap();
    return code;
  }
}
