package io.agentservice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.exit.ExitCode;
import io.agentservice.worker.settings.VariableAliases;
import io.agentservice.worker.settings.WorkerSettings;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session with a connect token that the worker did not claim. */
class DirectServeTest extends WorkerScenario {
  private static final URI GATEWAY = URI.create("wss://gateway.test/gateway");

  @BeforeEach
  void giveToken() {
    var variables = new HashMap<>(environment);
    variables.put("DEVIN_REMOTE_SESSION_TOKEN", "agc_given");
    environment = VariableAliases.of(variables);
  }

  private Worker direct(URI gateway) {
    var base = WorkerSettings.of(api.uri(), "", "local", data(), work());
    worker =
        new Worker(
            new WorkerSettings(
                new WorkerSettings.Server(
                    base.server().apiUrl(), base.server().staticBaseUrl(), gateway),
                "",
                new WorkerSettings.Duty(null, SESSION, null),
                false,
                base.directories(),
                base.remote(),
                null,
                Duration.ofMillis(50),
                drainLimit,
                hooks,
                environment,
                base.workspaces()),
            events::add);
    return worker;
  }

  @Test
  void theSessionIsServedWithTheGivenTokenAndTheQueueIsNeverAsked() throws Exception {
    api.remote("4f0c1d2", "env > seen; exit 0");
    assertThat(direct(GATEWAY).run()).isEqualTo(ExitCode.SERVED);
    assertThat(Files.readAllLines(work().resolve("seen")))
        .contains(
            "AGENT_OUTPOST_CONNECT_TOKEN=agc_given",
            "AGENT_OUTPOST_GATEWAY_URL=" + GATEWAY,
            "AGENT_OUTPOST_SESSION_ID=" + SESSION)
        .noneMatch(line -> line.contains("SESSION_TOKEN"));
    assertThat(api.requests)
        .isNotEmpty()
        .allMatch(request -> request.startsWith("GET /static/agent-rs/remote/"));
    assertThat(lines().toString()).doesNotContain("agc_given");
  }

  @Test
  void aRemoteThatFallsIsStartedAgainAndOneWhoseTokenIsRefusedIsNot() throws Exception {
    api.remote("4f0c1d2", "echo x >> lives; [ $(wc -l < lives) = 2 ] && exit 3; exit 1");
    assertThat(direct(GATEWAY).run()).isEqualTo(ExitCode.SESSION_NOT_SERVED);
    assertThat(work().resolve("lives")).hasContent("x\nx");
    assertThat(names()).containsSubsequence("remote_exited", "restarting", "remote_exited");
  }

  @Test
  void aStopEndsTheRemote() throws Exception {
    api.remote("4f0c1d2", "echo $$ > pid; exec sleep 600");
    var running = run(direct(GATEWAY));
    var pid = work().resolve("pid");
    await(() -> Files.exists(pid) && Files.size(pid) > 1);
    worker.stop();
    assertThat(running.get()).isEqualTo(ExitCode.TERMINATED);
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
  }

  @Test
  void withoutAGatewayItSaysSo() {
    assertThat(direct(null).run()).isEqualTo(ExitCode.USAGE);
    assertThat(lines().toString()).contains("No gateway");
  }
}
