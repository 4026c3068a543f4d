package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.process.Stranger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker of root's, as a process of its own, whose sessions are somebody else. */
class AnotherUserIT extends WorkerProcesses {
  private Stranger stranger;

  @BeforeEach
  void openTheWayToTheWorkDirectory() throws Exception {
    stranger = new Stranger();
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
    stranger.directory(temporary.resolve("work"));
    environment.put("DEVIN_RUN_AS", stranger.words()); // the other spelling
    environment.put("AGENT_OUTPOSTS_TOKEN", "agt_of_roots_worker"); // no other test's
  }

  @AfterEach
  void forget() throws Exception {
    stranger.close();
  }

  @Test
  void aSessionReachesNothingOfItsWorker() throws Exception {
    prefix.addAll(List.of("setpriv", "--groups=4711,4712")); // of the worker
    api.remote(
        "4f0c1d2",
        """
        echo $$ > pid; worker=$PPID
        {
          grep -l agt_of_roots_worker /proc/[0-9]*/environ /proc/[0-9]*/cmdline
          find .. -path ../work -prune -o -type f -readable -print
          cat /proc/$worker/environ; kill -s TERM $worker || echo "kill refused"
        } > seen 2> refused
        echo done > told; while [ ! -e go ]; do sleep 0.05; done; exit 0\
        """);
    api.list("pending", entry("pending", "pending", null));
    var worker = worker("first", "--once");
    await(() -> Files.exists(temporary.resolve("work/told")));
    assertThat(temporary.resolve("work/seen")).hasContent("kill refused");
    assertThat(temporary.resolve("work/refused"))
        .content()
        .contains("/proc/" + worker.pid() + "/environ: Permission denied");
    assertThat(Files.readAllLines(Path.of("/proc/" + remotePid() + "/status")))
        .contains("Groups:\t ")
        .anyMatch(line -> line.startsWith("Uid:\t" + stranger.user().user() + "\t"));

    api.entry(entry("claimed", "terminated", null));
    Files.writeString(temporary.resolve("work/go"), "");
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).as(log("first")).isZero();
    assertThat(temporary.resolve("data/sessions/" + SESSION)).doesNotExist();
  }

  @Test
  void aRemoteThatOutlivedItsWorkerIsAdoptedAndEndsWithAllOfItsUser() throws Exception {
    api.remote(
        "4f0c1d2",
        """
        env -i setsid sh -c 'echo $$ > hidden; exec sleep 622' &
        until [ -s hidden ]; do sleep 0.01; done
        echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done; exit 0\
        """);
    api.list("pending", entry("pending", "pending", null));
    var first = worker("first");
    await(() -> log("first").contains("connected"));
    first.destroyForcibly();
    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    api.list("pending");
    api.list("claimed", entry("claimed", "running", null));
    var second = worker("second", "--once");
    await(() -> log("second").contains("still running (pid " + remotePid() + ")"));
    api.entry(entry("claimed", "terminated", null));
    Files.writeString(temporary.resolve("work/go"), "");
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).as(log("second")).isZero();
    assertThat(stranger.isIdle()).isTrue();
    assertThat(temporary.resolve("data/sessions/" + SESSION)).doesNotExist();
  }

  @Test
  void anOrdinaryUsersWorkerSaysThatItCanNot() throws Exception {
    // With one right of root's, since our class path may lie where an ordinary user can't read.
    prefix.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    prefix.addAll(List.of("--inh-caps=+dac_override", "--ambient-caps=+dac_override"));
    var worker = worker("first");
    assertThat(worker.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(log("first").lines())
        .singleElement()
        .asString()
        .contains("--run-as: only a worker that runs as root, on Linux");
  }
}
