package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The command doctor: the same flags and variables as start, and what it exits with. */
class DoctorIT extends WorkerProcesses {

  @Test
  void aMachineThatIsRightExitsWith0AndNothingIsMade() throws Exception {
    assertThat(doctor(ExitCode.SERVED))
        .anyMatch(line -> line.startsWith("ok       api: "))
        .noneMatch(line -> line.startsWith("problem"));
    assertThat(temporary.resolve("data")).doesNotExist();
    assertThat(api.requests).allMatch(request -> request.startsWith("GET "));
  }

  @Test
  void problemsExitWith1EachOnALineWithWhatToDo() throws Exception {
    environment.put("AGENT_OUTPOSTS_TOKEN", "");
    environment.put("AGENT_WORKER_HEALTH_PORT", "" + api.port());
    environment.put("AGENT_WORKER_PRE_CLAIM_HOOK", "/etc/passwd");
    environment.put("HTTP_PROXY", "socks5://me:s3cret@proxy.test");
    environment.put("AGENT_WORKER_STATIC_BASE_URL", "http://agent.test/static");
    assertThat(doctor(ExitCode.FAILURE))
        .anyMatch(line -> line.startsWith("problem  token: No token -> Set AGENT_OUTPOSTS_TOKEN"))
        .anyMatch(line -> line.startsWith("problem  flags: --pre-claim-hook: /etc/passwd is no"))
        .anyMatch(line -> line.startsWith("problem  health-port: "))
        .anyMatch(line -> line.startsWith("problem  proxy: HTTP_PROXY is no address"))
        .anyMatch(line -> line.startsWith("skipped  api: "))
        .noneMatch(line -> line.contains("s3cret"));
  }

  @Test
  void valuesThatStartRefusesAreProblems() throws Exception {
    assertThat(doctor(ExitCode.FAILURE, "--poll-interval-secs=0"))
        .anyMatch(line -> line.startsWith("problem  flags: --poll-interval-secs"));
    assertThat(doctor(ExitCode.FAILURE, "--pty-bridge-port=70000"))
        .anyMatch(line -> line.startsWith("problem  flags: --pty-bridge-port"));
  }

  @Test
  void aLivingWorkerOfTheSameIdentityIsFound() throws Exception {
    worker("first");
    await(() -> api.requests.contains("watch"));
    assertThat(doctor(ExitCode.FAILURE))
        .anyMatch(line -> line.startsWith("problem  acceptor: Another worker of this machine"));
  }

  @Test
  void aLowLimitOfOpenFilesAndATokenAmongTheArgumentsAreWarnings() throws Exception {
    prefix.addAll(List.of("/bin/sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh"));
    assertThat(doctor(ExitCode.SERVED, "--token=agt_token"))
        .anyMatch(line -> line.startsWith("warning  open-files: Only 256 files"))
        .anyMatch(line -> line.startsWith("warning  token: "))
        .noneMatch(line -> line.contains("agt_token"));
  }

  @Test
  void jsonIsOneObjectPerCheck() throws Exception {
    environment.put("AGENT_CHROME_PATH", "/nowhere/chrome");
    var findings = doctor(ExitCode.FAILURE, "--json").stream().map(JsonObject::parse).toList();
    assertThat(findings).hasSizeGreaterThan(20).allMatch(f -> f.text("level") != null);
    assertThat(findings)
        .filteredOn(f -> f.required("level").equals("problem"))
        .singleElement()
        .satisfies(f -> {
          assertThat(f.text("check")).isEqualTo("chrome");
          assertThat(f.text("message")).contains("/nowhere/chrome");
          assertThat(f.text("advice")).isNotBlank();
        });
  }

  private List<String> doctor(int exitCode, String... more) throws Exception {
    var arguments = new ArrayList<>(List.of("doctor", "--outpost=local"));
    arguments.addAll(List.of(more));
    var doctor = run("doctor", arguments);
    assertThat(doctor.waitFor(120, TimeUnit.SECONDS)).isTrue();
    var lines = Files.readAllLines(log());
    assertThat(doctor.exitValue()).as("%s", lines).isEqualTo(exitCode);
    return lines;
  }

  private Path log() {
    return temporary.resolve("doctor");
  }
}
